/* main.js - puts the page together. */

const report = { views: [] };

function showOrigin(meta) {
	const began = meta.real_ns === "0" ? null : new Date(Number(BigInt(meta.real_ns) / 1000000n)).toISOString().replace("T", " ").replace("Z", " UTC");
	const facts = [
		["Recording", meta.file], ["Command", meta.command], ["Host", meta.host], ["Kernel", meta.kernel], ["Machine", meta.machine], ["Began", began], ["Lasted", showTime(meta.span_ns)],
		["Calls that returned", showCount(meta.calls)], ["Failed", showCount(meta.failed)], ["Threads", showCount(meta.threads.length)],
	];
	for (const [name, value] of facts)
		if (value !== null)
			byId("origin").append(make("div", {}, make("dt", {}, name), make("dd", { title: value, id: "total-" + name.toLowerCase().replaceAll(" ", "-") }, value)));
}

/* What the page does not have. */
function showNotes(meta) {
	const notes = [
		[meta.lost, "events were lost when the recording was made: sums are too low."],
		[meta.rows_left_out, "calls are in the sums but not in the list: it has the first " + showCount(meta.rows) + "."],
		[meta.texts_left_out, "arguments or results are left out of the list (…): the page has room for 96 MiB of different ones."],
		[meta.flame.cut, "stacks are cut: the flame graph has as many frames as it may."],
		[meta.files > meta.groups_shown ? meta.files - meta.groups_shown : 0, "files with less time are not in the table of files."],
		[meta.wait_groups - meta.waits.length, "kinds of waits with less time are left out."],
	];
	notes.forEach(([n, text], i) => {
		if (n)
			byId("notes").append(make("p", { className: i ? "note mild" : "note" }, showCount(n) + " " + text));
	});
}

/* Tabs, by the pattern for keyboards: arrows go from tab to tab. */
function addTab(id, title, view) {
	const panel = make("div", { id: id + "-panel", className: "panel", role: "tabpanel", hidden: true }, view.element);
	const tab = make("button", { id: id + "-tab", type: "button", role: "tab", textContent: title, ariaSelected: "false", tabIndex: -1 });
	panel.dataset.title = title;
	panel.setAttribute("aria-labelledby", tab.id);
	tab.setAttribute("aria-controls", panel.id);
	tab.addEventListener("click", () => openTab(id));
	tab.addEventListener("keydown", event => {
		const next = event.key === "ArrowRight" ? tab.nextSibling : event.key === "ArrowLeft" ? tab.previousSibling : null;
		next?.focus();
		next?.click();
	});
	byId("tabs").append(tab);
	byId("panels").append(panel);
	report.views.push(view);
	report[id] = view;
}

/* Canvases have their colours from the look in which they were drawn. */
function printInLight() {
	let look;
	addEventListener("beforeprint", () => {
		look = document.documentElement.dataset.theme;
		switchTheme("light");
	});
	addEventListener("afterprint", () => switchTheme(look));
}

function openTab(id) {
	for (const tab of byId("tabs").children) {
		const chosen = tab.id === id + "-tab";
		tab.ariaSelected = String(chosen);
		tab.tabIndex = chosen ? 0 : -1;
		byId(tab.getAttribute("aria-controls")).hidden = !chosen;
	}
	report[id].load?.();
	report[id].draw?.();
}

/* -- The filter's controls ---------------------------------------------------------------------------------------------- */

function fillChoices(meta) {
	const add = (to, all, names) => to.append(make("option", { value: "" }, all), ...names.map(([i, name]) => make("option", { value: i }, name)));
	add(byId("only-call"), "any", meta.names.map((name, i) => [i, name]).sort((a, b) => a[1] < b[1] ? -1 : 1));
	add(byId("only-thread"), "any", meta.threads.slice(0, 2000).map((t, i) => [i, threadName(meta, i)]));
}

function showFilter(meta, filter) {
	const chips = [];
	byId("only-call").value = filter.call ?? "";
	byId("only-thread").value = filter.thread ?? "";
	byId("only-failed").checked = filter.failed;
	if (byId("search").value !== filter.text)
		byId("search").value = filter.text;
	if (filter.from !== null)
		chips.push("returned at " + showClock(filter.from) + " to " + showClock(filter.to) + " ms");
	if (filter.low !== null)
		chips.push("took " + showTime(filter.low) + (filter.high === Infinity ? " or more" : " to " + showTime(filter.high)));
	if (filter.err !== null)
		chips.push("failed with " + errorName(meta, filter.err));
	byId("chips").replaceChildren(...chips.map(text => make("span", {}, text)));
	byId("clear").disabled = filter.empty;
}

function connectFilter(meta, filter) {
	const number = text => text === "" ? null : Number(text), list = () => openTab("list");
	let timer;
	fillChoices(meta);
	filter.changed.push(() => showFilter(meta, filter));
	byId("only-call").addEventListener("change", event => { filter.set({ call: number(event.target.value) }); list(); });
	byId("only-thread").addEventListener("change", event => { filter.set({ thread: number(event.target.value) }); list(); });
	byId("only-failed").addEventListener("change", event => { filter.set({ failed: event.target.checked, err: null }); list(); });
	byId("clear").addEventListener("click", () => filter.clear());
	byId("search").addEventListener("input", event => {
		clearTimeout(timer);
		timer = setTimeout(() => { filter.set({ text: event.target.value }); list(); }, 200);
	});
	addEventListener("keydown", event => {
		if (event.key === "/" && !/^(INPUT|SELECT)$/.test(document.activeElement.tagName)) {
			event.preventDefault();
			byId("search").focus();
		}
	});
	showFilter(meta, filter);
}

/* -- All of it ---------------------------------------------------------------------------------------------------------- */

function addViews(meta, filter, calls, texts) {
	const list = values => {
		if (values)
			filter.clear(values);
		openTab("list");
	}, callOf = name => ({ call: Math.max(0, meta.names.indexOf(name)) });
	addTab("calls", "Calls by name", groupTable("calls", meta, meta.tables.calls, "call", { activate: row => list(callOf(row[0])), hint: "A name lists these calls. Times are wall-clock durations." }));
	addTab("list", "List", new CallList(meta, calls, texts, filter));
	addTab("timeline", "Timeline", new Timeline(meta, calls, texts, filter, () => list()));
	addTab("flame", "Flame graph", new FlameGraph(meta));
	addTab("slow", "Slow calls", slowTable(meta, texts, row => list({ from: row[0] - row[1], to: row[0] + 1 })));
	if (meta.waits.length)
		addTab("waits", "Waits", new WaitGraph(meta));
	addTab("errors", "Errors", errorTable(meta, row => list({ ...callOf(row[0]), err: row[1] })));
	addTab("files", "Files", groupTable("files", meta, meta.tables.files, "file", { activate: row => list({ text: row[0].split("/").pop() }), hint: "By the path that is passed, or the descriptor's file. A name searches for its last part." }));
	addTab("sockets", "Sockets", groupTable("sockets", meta, meta.tables.sockets, "descriptor and socket", { activate: row => list({ text: row[0] }) }));
	addTab("processes", "Processes", new ProcessTree(meta));
	addTab("threads", "Threads", new Table("threads", [
		{ title: "thread", kind: "name", value: t => (t.comm ?? "?") + "/" + t.tid }, ...tallyColumns(meta, t => t.tally),
	], meta.threads, { sort: 3, activate: t => list({ thread: meta.threads.indexOf(t) }) }));
}

async function start() {
	const meta = JSON.parse(new TextDecoder().decode(await inflate("meta"))), filter = new Filter();
	const calls = new Calls(meta), texts = new Texts(meta);
	meta.span_ns = Math.max(1, Number(meta.span_ns));
	Object.assign(report, { meta, filter });
	document.title = (meta.file ?? "recording") + " - trace report";
	showOrigin(meta);
	showNotes(meta);
	byId("main").hidden = false;
	addViews(meta, filter, calls, texts);
	connectFilter(meta, filter);
	report.heat = new HeatMap(meta, filter, () => openTab("list"));
	report.views.push(report.heat);
	report.heat.draw();
	printInLight();
	openTab("calls");
	report.list.search();
	byId("status").hidden = true;
	document.documentElement.dataset.ready = "yes";
}

document.documentElement.dataset.theme = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
byId("theme").addEventListener("click", () => switchTheme(document.documentElement.dataset.theme === "dark" ? "light" : "dark"));
start().catch(error => {
	byId("status").textContent = "The data cannot be shown: " + error;
	byId("status").className = "note";
	throw error;
});

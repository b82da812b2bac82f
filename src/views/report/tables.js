/* tables.js - tables that can be sorted and filtered. */

const ROWS_AT_ONCE = 500;

/*
 * columns: { title, kind, value(row) }; kind: name, text, count, ns or bytes. The first is the name; activate(row), if given, is called when
 * it is clicked.
 */
class Table {
	constructor(id, columns, rows, options) {
		Object.assign(this, { columns, rows, options: options ?? {}, sort: options?.sort ?? 0, down: true, shown: ROWS_AT_ONCE });
		this.input = make("input", { type: "search", placeholder: "part of the name", autocomplete: "off" });
		this.input.addEventListener("input", () => this.draw());
		this.count = make("span", { className: "muted" });
		this.head = make("tr");
		this.body = make("tbody");
		this.more = make("button", { type: "button", textContent: "More rows" });
		this.more.addEventListener("click", () => { this.shown += 10 * ROWS_AT_ONCE; this.draw(); });
		this.element = make("div", {},
			make("div", { className: "bar" }, make("label", {}, "Filter ", this.input), this.count, make("p", { className: "hint" }, this.options.hint ?? "")),
			make("div", { className: "scroll", tabIndex: 0 }, make("table", { id }, make("thead", {}, this.head), this.body)), this.more);
		columns.forEach((column, i) => this.addTitle(column, i));
	}
	addTitle(column, i) {
		const button = make("button", { type: "button", textContent: column.title });
		button.addEventListener("click", () => {
			this.down = this.sort === i ? !this.down : column.kind !== "name" && column.kind !== "text";
			this.sort = i;
			this.draw();
		});
		this.head.append(make("th", { className: column.kind, scope: "col" }, button));
	}
	chosen() {
		const text = this.input.value.toLowerCase(), { value } = this.columns[this.sort], sign = this.down ? -1 : 1;
		const rows = text ? this.rows.filter(row => String(this.columns[0].value(row)).toLowerCase().includes(text)) : [...this.rows];
		return rows.sort((a, b) => {
			const x = value(a), y = value(b);
			return x < y ? -sign : x > y ? sign : 0;
		});
	}
	draw() {
		const rows = this.chosen();
		[...this.head.children].forEach((th, i) => {
			th.ariaSort = i !== this.sort ? "none" : this.down ? "descending" : "ascending";
			th.firstChild.textContent = this.columns[i].title + (i !== this.sort ? "" : this.down ? " ▾" : " ▴");
		});
		this.body.replaceChildren(...rows.slice(0, this.shown).map(row => this.makeRow(row)));
		this.more.hidden = rows.length <= this.shown;
		this.count.textContent = showCount(rows.length) + (rows.length === this.rows.length ? " rows" : " of " + showCount(this.rows.length) + " rows");
	}
	makeRow(row) {
		return make("tr", {}, ...this.columns.map((column, i) => {
			const v = column.value(row), cell = make("td", { className: column.kind });
			if (typeof v === "number" && column.kind !== "name")
				cell.dataset.value = v;
			const text = column.kind === "ns" ? showTime(v) : column.kind === "bytes" ? (v ? showBytes(v) : "") :
				column.kind === "count" ? showCount(v) : String(v);
			if (column.bad && v)
				cell.classList.add("bad");
			if (v === 0)
				cell.classList.add("zero");
			if (i === 0)
				cell.title = text;
			if (i === 0 && this.options.activate) {
				const button = make("button", { type: "button", className: "link", textContent: text });
				button.addEventListener("click", () => this.options.activate(row));
				cell.append(button);
			} else {
				cell.textContent = text;
			}
			return cell;
		}));
	}
}

/* Columns of a tally whose values begin at row[from]; meta.columns has their order. */
function tallyColumns(meta, tally) {
	const titles = {
		calls: ["calls", "count"], errors: ["errors", "count"], total_ns: ["total", "ns"], min_ns: ["min", "ns"], avg_ns: ["avg", "ns"],
		p50_ns: ["p50", "ns"], p90_ns: ["p90", "ns"], p99_ns: ["p99", "ns"], max_ns: ["max", "ns"], bytes: ["bytes", "bytes"],
	};
	return meta.columns.map((name, i) => ({ title: titles[name][0], kind: titles[name][1], bad: name === "errors", value: row => Number(tally(row)[i]) }));
}

function groupTable(id, meta, groups, title, options) {
	return new Table(id, [{ title, kind: "name", value: row => row[0] }, ...tallyColumns(meta, row => row.slice(1))], groups, { sort: 3, ...options });
}

function errorTable(meta, activate) {
	return new Table("errors", [
		{ title: "call", kind: "text", value: row => row[0] }, { title: "error", kind: "text", value: row => errorName(meta, row[1]) },
		{ title: "calls", kind: "count", value: row => row[2] }, { title: "typical path", kind: "name", value: row => row[3] ?? "" },
	], meta.errors, { sort: 2, activate, hint: "A call's name lists the calls that failed so." });
}

function slowTable(meta, texts, activate) {
	const table = new Table("slow", [
		{ title: "duration", kind: "text", value: row => showTime(row[1]) }, { title: "returned after ms", kind: "text", value: row => showClock(row[0]) },
		{ title: "thread", kind: "text", value: row => threadName(meta, row[2]) },
		{ title: "call", kind: "name", value: row => row.line ?? meta.names[row[3]] },
	], meta.slow, { activate, hint: "The slowest calls. A duration lists what happened while the call waited." });
	table.chosen = () => {
		const text = table.input.value.toLowerCase(), key = [row => row[1], row => row[0], row => row[2], row => meta.names[row[3]]][table.sort];
		const rows = meta.slow.filter(row => (row.line ?? meta.names[row[3]]).toLowerCase().includes(text)), sign = table.down ? -1 : 1;
		return rows.sort((a, b) => key(a) < key(b) ? -sign : key(a) > key(b) ? sign : 0);
	};
	table.load = async () => {
		await Promise.all(meta.slow.map(async row => row.line = await lineOf(meta, texts, { call: row[3], args: row[5], result: row[6] })));
		table.draw();
	};
	return table;
}

/* -- Processes ---------------------------------------------------------------------------------------------------------- */

/* Sums the threads up by process: [{ pid, parent, comm, threads, calls, errors, total, first, last, status, children }]. */
function makeProcesses(meta) {
	const found = new Map(), order = Object.fromEntries(meta.columns.map((name, i) => [name, i]));
	for (let i = 0; i < meta.parents.length; i += 2)
		found.set(meta.parents[i], { key: meta.parents[i], pid: meta.parents[i] % 2 ** 32, parent: meta.parents[i + 1], threads: 0, calls: 0, errors: 0, total: 0, first: Infinity, last: 0, children: [] });
	for (const t of meta.threads) {
		const p = found.get(t.process);
		if (!p)
			continue;
		p.threads++;
		p.calls += t.tally[order.calls];
		p.errors += t.tally[order.errors];
		p.total += Number(t.tally[order.total_ns]);
		p.first = Math.min(p.first, t.first);
		p.last = Math.max(p.last, t.last);
		if (!p.comm || t.tid === t.pid) {
			p.comm = t.comm;
			p.status = t.status;
		}
	}
	return found;
}

class ProcessTree {
	constructor(meta) {
		this.all = makeProcesses(meta);
		this.closed = new Set();
		const roots = [];
		for (const p of this.all.values())
			(this.all.get(p.parent)?.children ?? roots).push(p);
		this.roots = roots;
		this.body = make("tbody");
		const titles = ["process", "threads", "calls", "errors", "time in calls", "first seen, ms", "last, ms", "end"];
		this.element = make("div", {}, make("div", { className: "bar" }, make("p", { className: "hint" }, "Children are below their parents.")),
			make("div", { className: "scroll", tabIndex: 0 }, make("table", { id: "processes" },
				make("thead", {}, make("tr", {}, ...titles.map((title, i) => make("th", { className: i ? "" : "name", scope: "col" }, title)))), this.body)));
	}
	draw() {
		const rows = [], stack = this.roots.map(p => [p, 0]).reverse();
		while (stack.length && rows.length < 5000) {
			const [p, depth] = stack.pop();
			rows.push(this.makeRow(p, depth));
			if (!this.closed.has(p.key) && depth < 1000)
				stack.push(...[...p.children].sort((a, b) => b.first - a.first).map(child => [child, depth + 1]));
		}
		this.body.replaceChildren(...rows);
	}
	makeRow(p, depth) {
		const name = make("td", { className: "name" });
		name.style.paddingLeft = 7 + 16 * Math.min(depth, 30) + "px";
		if (p.children.length) {
			const open = !this.closed.has(p.key), toggle = make("button", { type: "button", className: "toggle", textContent: open ? "▾" : "▸", ariaExpanded: String(open) });
			toggle.addEventListener("click", () => {
				if (!this.closed.delete(p.key))
					this.closed.add(p.key);
				this.draw();
			});
			name.append(toggle);
		} else {
			name.append(make("button", { className: "toggle", disabled: true, textContent: "·" }));
		}
		name.append((p.comm ?? "?") + "/" + p.pid);
		const known = p.threads > 0;
		return make("tr", { ariaLevel: String(depth + 1) }, name, ...[
			showCount(p.threads), showCount(p.calls), showCount(p.errors), showTime(p.total), known ? showClock(p.first) : "", known ? showClock(p.last) : "", p.status ?? "",
		].map((text, i) => make("td", { className: i === 2 && p.errors ? "bad" : "" }, text)));
	}
}

/* list.js - the list of calls: only rows that are visible are in the page. */

const ROW_HEIGHT = 20;
const HEIGHT_MAX = 8000000;	/* pixels: browsers limit an element's height. Beyond, scrolling is in proportion */

/* name(arguments) = result */
async function lineOf(meta, texts, row) {
	const [args, result] = await Promise.all([texts.get(row.args), texts.get(row.result)]);
	return meta.names[row.call] + "(" + args + ") = " + result;
}

/* Which texts contain a word, asked once for each. */
class TextSearch {
	constructor(texts, word) {
		this.texts = texts;
		this.word = word.toLowerCase();
		this.answers = new Map();
	}
	/* Asks for all of these texts. */
	async prepare(ids) {
		const unknown = [...ids].filter(id => !this.answers.has(id)).sort((a, b) => a - b);
		for (const id of unknown)
			this.answers.set(id, (await this.texts.get(id)).toLowerCase().includes(this.word));
	}
	has(id) {
		return this.answers.get(id);
	}
}

class CallList {
	constructor(meta, calls, texts, filter) {
		Object.assign(this, { meta, calls, texts, filter, found: null, nfound: calls.rows, selected: -1, turn: 0 });
		this.count = make("span", { id: "list-count", role: "status" });
		this.space = make("div", { id: "list-space" });
		this.rows = make("div", { id: "list-rows" });
		this.box = make("div", { id: "list", tabIndex: 0, role: "listbox", ariaLabel: "Calls" }, this.space, this.rows);
		this.detail = make("div", { id: "detail", className: "mono" });
		this.element = make("div", { id: "list-body" },
			make("div", { className: "bar" }, this.count, make("p", { className: "hint" }, "In the order in which calls returned; times in ms since the start. Up and Down choose a call, which is shown whole below.")),
			this.box, this.detail);
		this.box.addEventListener("scroll", () => this.draw());
		this.box.addEventListener("keydown", event => this.key(event));
		filter.changed.push(() => this.search());
	}
	/* -- Which calls ------------------------------------------------------------------------------------------------- */
	async search() {
		const turn = ++this.turn;
		this.selected = -1;
		this.box.scrollTop = 0;
		if (this.filter.empty) {
			this.found = null;
			this.nfound = this.calls.rows;
			this.finish(turn, "");
			return;
		}
		this.found = [];
		this.nfound = 0;
		this.finish(turn, ", searching");
		await this.scan(turn);
	}
	async scan(turn) {
		const word = this.filter.text && new TextSearch(this.texts, this.filter.text);
		const names = word && this.meta.names.map(name => name.toLowerCase().includes(word.word));
		const { chunks } = this.meta;
		for (let i = 0; i < chunks.length && turn === this.turn; i++) {
			if (this.filter.from !== null && (chunks[i][2] < this.filter.from || chunks[i][1] >= this.filter.to))
				continue;
			const chunk = await this.calls.chunk(i);
			const rows = [];
			for (let k = 0; k < chunk.n; k++)
				if (this.filter.takes(chunk, k))
					rows.push(k);
			if (word)
				await word.prepare(new Set(rows.flatMap(k => names[chunk.call[k]] ? [] : [chunk.args[k], chunk.result[k]])));
			if (turn !== this.turn)
				return;
			for (const k of rows)
				if (!word || names[chunk.call[k]] || word.has(chunk.args[k]) || word.has(chunk.result[k]))
					this.found.push(i * this.calls.per + k);
			this.nfound = this.found.length;
			if (i % 8 === 0)
				this.finish(turn, ", searching " + Math.round(100 * i / chunks.length) + " %");
		}
		this.finish(turn, "");
	}
	finish(turn, more) {
		if (turn !== this.turn)
			return;
		this.count.textContent = showCount(this.nfound) + (this.nfound === 1 ? " call" : " calls") + more;
		this.count.dataset.value = this.nfound;
		this.count.dataset.done = String(!more);
		this.draw();
	}
	/* -- Rows -------------------------------------------------------------------------------------------------------- */
	index(i) {
		return this.found ? this.found[i] : i;
	}
	geometry() {
		const whole = this.nfound * ROW_HEIGHT, height = Math.min(whole, HEIGHT_MAX), seen = this.box.clientHeight;
		return { height, seen, whole };
	}
	draw() {
		const { height, seen, whole } = this.geometry();
		if (!seen)
			return;
		this.space.style.height = height + "px";
		const at = height > seen ? this.box.scrollTop * (whole - seen) / (height - seen) : 0;
		const first = Math.max(0, Math.floor(at / ROW_HEIGHT)), n = Math.min(this.nfound - first, Math.ceil(seen / ROW_HEIGHT) + 1);
		this.rows.style.top = this.box.scrollTop - at % ROW_HEIGHT + "px";
		while (this.rows.children.length > Math.max(0, n))
			this.rows.lastChild.remove();
		for (let i = 0; i < n; i++) {
			if (!this.rows.children[i])
				this.rows.append(this.makeRow());
			this.fill(this.rows.children[i], first + i);
		}
		this.first = first;
	}
	makeRow() {
		const row = make("div", { className: "row", role: "option" }, ...["time", "dur", "who", "what"].map(name => make("span", { className: name })));
		row.addEventListener("click", () => this.select(Number(row.dataset.at)));
		return row;
	}
	async fill(row, at) {
		const index = this.index(at);
		row.ariaSelected = String(at === this.selected);
		row.dataset.at = at;
		if (row.dataset.index === String(index))
			return;
		row.dataset.index = index;
		const call = await this.calls.row(index), line = await lineOf(this.meta, this.texts, call);
		if (row.dataset.index !== String(index))
			return;
		const [time, dur, who, what] = row.children, name = this.meta.names[call.call];
		time.textContent = showClock(Math.max(0, call.end - Math.max(0, call.dur)));
		dur.textContent = call.dur < 0 ? "" : (call.dur / 1e6).toFixed(3);
		who.textContent = threadName(this.meta, call.thread);
		what.replaceChildren(make("b", {}, name), line.slice(name.length));
		what.classList.toggle("bad", call.err !== 0);
	}
	/* -- One call ---------------------------------------------------------------------------------------------------- */
	async select(at) {
		if (at < 0 || at >= this.nfound)
			return;
		this.selected = at;
		const { height, seen, whole } = this.geometry(), scale = height > seen ? (height - seen) / (whole - seen) : 1;
		const rows = Math.floor(seen / ROW_HEIGHT);
		if (at < this.first || at >= this.first + rows)
			this.box.scrollTop = Math.max(0, (at < this.first ? at : at - rows + 1) * ROW_HEIGHT) * scale;
		this.draw();
		const call = await this.calls.row(this.index(at)), line = await lineOf(this.meta, this.texts, call);
		if (this.selected === at)
			this.detail.textContent = threadName(this.meta, call.thread) + ", " + showClock(Math.max(0, call.end - Math.max(0, call.dur))) + " ms" +
				(call.dur < 0 ? "" : ", took " + showTime(call.dur)) + (call.state === UNFINISHED ? ", had not returned at the end" : "") + "\n" + line;
	}
	key(event) {
		const page = Math.floor(this.box.clientHeight / ROW_HEIGHT) - 1;
		const step = { ArrowDown: 1, ArrowUp: -1, PageDown: page, PageUp: -page, Home: -Infinity, End: Infinity }[event.key];
		if (step === undefined)
			return;
		event.preventDefault();
		this.select(Math.max(0, Math.min(this.nfound - 1, this.selected < 0 ? (step > 0 && step < Infinity ? this.first ?? 0 : step < 0 ? 0 : this.nfound - 1) : this.selected + step)));
	}
}

/* timeline.js - a row for each thread: its share of time in calls, and, closer, each call. */

const NAME_WIDTH = 170, THREAD_HEIGHT = 18, AXIS_HEIGHT = 20;
const CHUNKS_AT_ONCE = 24;	/* single calls are drawn if no more chunks have to be decoded */
const NAMED_CALLS = 7;		/* have a colour of their own: those with the most time */

class Timeline {
	constructor(meta, calls, texts, filter, list) {
		Object.assign(this, { meta, calls, texts, filter, list, from: 0, to: Math.max(1, meta.span_ns), top: 0 });
		this.order = meta.threads.map((t, i) => i).sort((a, b) => meta.threads[a].first - meta.threads[b].first);
		this.seen = this.order;		/* threads that lived in the time that is shown */
		this.place = new Uint32Array(meta.threads.length);
		this.hue = this.chooseColors();
		this.canvas = make("canvas", { id: "timeline-canvas", tabIndex: 0, role: "img", ariaLabel: "Timeline of threads" });
		this.box = make("div", { id: "timeline-box" }, this.canvas);
		this.hover = make("p", { className: "hover" });
		const button = (text, title, f) => {
			const b = make("button", { type: "button", textContent: text, title });
			b.addEventListener("click", f);
			return b;
		};
		this.element = make("div", { id: "timeline" },
			make("div", { className: "bar" }, button("+", "Zoom in", () => this.zoom(0.5)), button("−", "Zoom out", () => this.zoom(2)),
				button("Whole", "The whole time", () => this.show(0, meta.span_ns)), button("List these calls", "Those that returned in this time", () => this.listThese()),
				make("p", { className: "hint" }, "Wheel, + and − zoom; drag, ← and → move; ↑ and ↓ scroll; Enter lists the calls of this time.")),
			this.box, this.hover, this.legend = make("div", { id: "legend" }));
		this.listen();
		filter.changed.push(() => {
			if (filter.from !== null)
				this.show(filter.from, filter.to);
		});
		addEventListener("resize", () => this.draw());
	}
	chooseColors() {
		const most = this.meta.tables.calls.slice(0, NAMED_CALLS).map(row => row[0]);
		this.named = most;
		return this.meta.names.map(name => most.includes(name) ? most.indexOf(name) : NAMED_CALLS);
	}
	show(from, to) {
		const least = 100, span = Math.max(least, to - from), whole = Math.max(least, this.meta.span_ns);
		this.from = Math.max(0, Math.min(from, whole - span));
		this.to = Math.min(whole, this.from + span);
		this.draw();
	}
	zoom(factor, at) {
		at ??= (this.from + this.to) / 2;
		this.show(at - (at - this.from) * factor, at + (this.to - at) * factor);
	}
	move(share) {
		const by = (this.to - this.from) * share;
		this.show(this.from + by, this.to + by);
	}
	scroll(by) {
		this.top += by;
		this.draw();
	}
	listThese() {
		this.filter.set({ from: Math.floor(this.from), to: Math.ceil(this.to) + 1, low: null, high: null });
		this.list();
	}
	/* -- Drawing ----------------------------------------------------------------------------------------------------- */
	x(t) {
		return NAME_WIDTH + (t - this.from) / (this.to - this.from) * (this.width - NAME_WIDTH);
	}
	y(thread) {
		return AXIS_HEIGHT + this.place[thread] * THREAD_HEIGHT - this.top;
	}
	draw() {
		const height = this.box.clientHeight;
		if (!height)
			return;
		let to;
		[to, this.width] = fitCanvas(this.canvas, height);
		this.chooseRows(height);
		const first = Math.floor(this.top / THREAD_HEIGHT), rows = this.seen.slice(first, first + Math.ceil(height / THREAD_HEIGHT) + 1);
		const near = this.calls.between(this.from, this.to), single = near.length <= CHUNKS_AT_ONCE;
		rows.forEach(thread => this.drawThread(to, thread, single && near.every(i => this.calls.decoded[i])));
		if (single)
			this.drawCalls(to, near, height);
		this.drawNames(to, rows, height);
		this.drawLegend();
		this.hover.textContent = showClock(this.from) + " to " + showClock(this.to) + " ms, " + showTime(this.to - this.from) + (single ? "" : ": zoom in for single calls");
	}
	chooseRows(height) {
		this.seen = this.order.filter(i => this.meta.threads[i].first <= this.to && this.meta.threads[i].last >= this.from);
		this.place.fill(1e6);
		this.seen.forEach((thread, i) => this.place[thread] = i);
		this.top = Math.max(0, Math.min(this.top, this.seen.length * THREAD_HEIGHT - height + AXIS_HEIGHT));
	}
	drawThread(to, thread, single) {
		const t = this.meta.threads[thread], y = this.y(thread), left = Math.max(NAME_WIDTH, this.x(t.first));
		to.fillStyle = colors.get("line");
		to.fillRect(left, y + THREAD_HEIGHT / 2, Math.max(1, this.x(t.last) - left), 1);
		if (!t.busy || single)
			return;
		const width = 2 ** t.shift;
		to.fillStyle = colors.get("busy");
		t.busy.forEach((share, i) => {
			const begin = t.from + i * width, x = Math.max(NAME_WIDTH, this.x(begin)), x2 = this.x(Math.min(begin + width, t.last)), h = Math.max(1, share / 1000 * (THREAD_HEIGHT - 4));
			if (share && x2 > NAME_WIDTH && x < this.width)
				to.fillRect(x, y + THREAD_HEIGHT - 2 - h, Math.max(1, x2 - x), h);
		});
	}
	drawCalls(to, near, height) {
		const fill = [...Array(NAMED_CALLS + 1).keys()].map(i => colors.get("c" + i)), bad = colors.get("bad"), drawn = new Map();
		to.font = "10px ui-monospace, monospace";
		for (const i of near) {
			const c = this.calls.decoded[i];
			if (!c) {
				this.calls.chunk(i).then(() => this.later());
				continue;
			}
			for (let k = 0; k < c.n; k++) {
				const y = this.y(c.thread[k]);
				if (c.end[k] < this.from || c.end[k] - c.dur[k] > this.to || y < AXIS_HEIGHT - THREAD_HEIGHT || y > height)
					continue;
				const x = Math.max(NAME_WIDTH, this.x(c.end[k] - Math.max(0, c.dur[k]))), width = Math.max(1, Math.min(this.width, this.x(c.end[k])) - x), pixel = Math.floor(x);
				if (width <= 1 && drawn.get(c.thread[k]) === pixel && !c.err[k])
					continue;
				drawn.set(c.thread[k], pixel);
				to.fillStyle = c.err[k] ? bad : fill[this.hue[c.call[k]]];
				to.fillRect(x, y + 2, width > 3 ? width - 0.5 : width, THREAD_HEIGHT - 4);
				if (width > 44) {
					to.fillStyle = "#fff";
					to.fillText(this.meta.names[c.call[k]].slice(0, Math.floor((width - 6) / 6)), x + 3, y + THREAD_HEIGHT - 6);
				}
			}
		}
		to.font = "11px system-ui, sans-serif";
	}
	later() {
		this.waiting ??= requestAnimationFrame(() => {
			this.waiting = undefined;
			this.draw();
		});
	}
	drawNames(to, rows, height) {
		to.fillStyle = colors.get("back");
		to.fillRect(0, 0, NAME_WIDTH, height);
		to.fillRect(0, 0, this.width, AXIS_HEIGHT);
		to.fillStyle = colors.get("text");
		for (const thread of rows)
			if (this.y(thread) > AXIS_HEIGHT - THREAD_HEIGHT / 2)
				to.fillText(threadName(this.meta, thread), 6, this.y(thread) + THREAD_HEIGHT - 5, NAME_WIDTH - 12);
		to.fillStyle = colors.get("muted");
		for (const [t, text] of ticks(this.from, this.to, this.width - NAME_WIDTH)) {
			to.fillRect(this.x(t), 0, 1, AXIS_HEIGHT - 6);
			to.fillText(text, this.x(t) + 3, 11);
		}
		to.fillStyle = colors.get("line");
		to.fillRect(NAME_WIDTH - 1, 0, 1, height);
		to.fillRect(0, AXIS_HEIGHT - 1, this.width, 1);
	}
	drawLegend() {
		const entry = (color, text) => {
			const mark = make("i");
			mark.style.background = "var(--" + color + ")";
			return make("span", {}, mark, text);
		};
		this.legend.replaceChildren(...this.named.map((name, i) => entry("c" + i, name)), entry("c" + NAMED_CALLS, "other calls"), entry("bad", "failed"), entry("busy", "share of time in calls"));
	}
	/* -- Pointer and keys -------------------------------------------------------------------------------------------- */
	timeAt(event) {
		return this.from + (event.offsetX - NAME_WIDTH) / (this.width - NAME_WIDTH) * (this.to - this.from);
	}
	/* The call below the pointer, if single calls are drawn. */
	callAt(event) {
		const thread = this.seen[Math.floor((event.offsetY - AXIS_HEIGHT + this.top) / THREAD_HEIGHT)], t = this.timeAt(event), slack = (this.to - this.from) / this.width;
		const near = this.calls.between(this.from, this.to);
		if (thread === undefined || near.length > CHUNKS_AT_ONCE)
			return null;
		for (const i of near) {
			const c = this.calls.decoded[i];
			for (let k = 0; c && k < c.n; k++)
				if (c.thread[k] === thread && c.end[k] + slack >= t && c.end[k] - c.dur[k] <= t)
					return i * this.calls.per + k;
		}
		return null;
	}
	async tell(event) {
		const index = this.callAt(event), turn = this.turn = (this.turn ?? 0) + 1;
		if (index === null) {
			tip.hide();
			return;
		}
		const call = await this.calls.row(index), line = await lineOf(this.meta, this.texts, call);
		if (turn === this.turn)
			tip.show(event, showClock(call.end - Math.max(0, call.dur)) + " ms, " + (call.dur < 0 ? "" : showTime(call.dur) + ", ") + threadName(this.meta, call.thread) + "\n" + line.slice(0, 600));
	}
	listen() {
		const { canvas } = this;
		let last = null;
		canvas.addEventListener("wheel", event => {
			event.preventDefault();
			if (event.shiftKey)
				this.scroll(event.deltaY || event.deltaX);
			else
				this.zoom(event.deltaY > 0 ? 1.25 : 0.8, this.timeAt(event));
		}, { passive: false });
		canvas.addEventListener("pointerdown", event => {
			last = event;
			canvas.setPointerCapture(event.pointerId);
		});
		canvas.addEventListener("pointerup", () => last = null);
		canvas.addEventListener("pointerleave", () => { this.turn = (this.turn ?? 0) + 1; tip.hide(); });
		canvas.addEventListener("pointermove", event => {
			if (!last) {
				this.tell(event);
				return;
			}
			this.move((last.clientX - event.clientX) / (this.width - NAME_WIDTH));
			this.scroll(last.clientY - event.clientY);
			last = event;
		});
		canvas.addEventListener("keydown", event => {
			const does = {
				"+": () => this.zoom(0.5), "=": () => this.zoom(0.5), "-": () => this.zoom(2), ArrowLeft: () => this.move(-0.2), ArrowRight: () => this.move(0.2),
				ArrowUp: () => this.scroll(-THREAD_HEIGHT), ArrowDown: () => this.scroll(THREAD_HEIGHT), PageUp: () => this.scroll(-200), PageDown: () => this.scroll(200),
				Home: () => this.show(0, this.meta.span_ns), Enter: () => this.listThese(),
			}[event.key];
			if (!does)
				return;
			event.preventDefault();
			does();
		});
	}
}

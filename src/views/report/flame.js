/* flame.js - the flame graph: threads' names, their functions if stacks were recorded, and calls; the widest first. */

const FRAME_HEIGHT = 18;

class FlameGraph {
	constructor(meta) {
		const { flame } = meta, n = flame.parent.length;
		Object.assign(this, { flame, meta, at: 0, by: "ns", stack: [] });
		this.children = Array.from({ length: n + 1 }, () => []);
		flame.parent.forEach((parent, i) => this.children[parent].push(i + 1));
		this.sums = { ns: this.sum(flame.ns), calls: this.sum(flame.calls) };
		const weight = make("select", { id: "flame-weight" }, make("option", { value: "ns" }, "time in calls"), make("option", { value: "calls" }, "number of calls"));
		weight.addEventListener("change", () => { this.by = weight.value; this.draw(); });
		const whole = make("button", { type: "button" }, "Whole");
		whole.addEventListener("click", () => this.go(0));
		this.box = make("div", { id: "flame-box" });
		this.hover = make("p", { className: "hover" });
		this.element = make("div", {}, make("div", { className: "bar" }, make("label", {}, "Width: ", weight), whole,
			make("p", { className: "hint" }, "Threads by name, then functions (if the recording has stacks), then calls. Click a frame to zoom.")), make("div", { id: "flame-scroll" }, this.box), this.hover);
		addEventListener("resize", () => this.draw());
	}
	/* Of each node with all below it; parents come before their children. */
	sum(own) {
		const sums = new Float64Array(own.length + 1);
		for (let i = own.length; i > 0; i--) {
			sums[i] += Number(own[i - 1]);
			sums[this.flame.parent[i - 1]] += sums[i];
		}
		return sums;
	}
	name(i) {
		return i ? this.flame.names[this.flame.name[i - 1]] : "all";
	}
	/* Neighbours of the same colour are told apart: every second name is paler. */
	isPale(i) {
		return this.flame.name[i - 1] % 2 === 1;
	}
	go(i) {
		this.at = i;
		this.draw();
	}
	draw() {
		const width = this.box.clientWidth, sums = this.sums[this.by];
		if (!width)
			return;
		const frames = [], path = [];
		for (let i = this.at; i; i = this.flame.parent[i - 1])
			path.unshift(this.flame.parent[i - 1]);
		path.forEach((i, depth) => frames.push(this.makeFrame(i, depth, 0, width)));
		const stack = [[this.at, path.length, 0]];
		let deepest = 0;
		while (stack.length) {
			const [i, depth, left] = stack.pop(), w = sums[this.at] ? sums[i] / sums[this.at] * width : 0;
			if (w < 1 && i !== this.at)
				continue;
			deepest = Math.max(deepest, depth);
			frames.push(this.makeFrame(i, depth, left, w));
			let at = left;
			for (const child of [...this.children[i]].sort((a, b) => sums[b] - sums[a])) {
				stack.push([child, depth + 1, at]);
				at += sums[this.at] ? sums[child] / sums[this.at] * width : 0;
			}
		}
		this.box.style.height = (deepest + 1) * FRAME_HEIGHT + 4 + "px";
		this.box.replaceChildren(...frames);
	}
	makeFrame(i, depth, left, width) {
		const frame = make("button", { type: "button", className: "frame", textContent: width > 16 ? this.name(i) : "" });
		const isCall = i && this.flame.is_call[this.flame.name[i - 1]];
		Object.assign(frame.style, {
			left: left + "px", width: Math.max(1, width) + "px", top: depth * FRAME_HEIGHT + "px", background: "var(--" + (isCall ? "c0" : depth === 0 ? "c6" : depth === 1 ? "c4" : "c1") + ")",
			opacity: i && this.isPale(i) ? "0.75" : "1",
		});
		frame.title = this.name(i) + "\n" + showTime(this.sums.ns[i]) + ", " + showCount(this.sums.calls[i]) + " calls";
		frame.addEventListener("click", () => this.go(i));
		const say = () => this.hover.textContent = this.name(i) + ": " + showTime(this.sums.ns[i]) + ", " + showCount(this.sums.calls[i]) + " calls, " +
			(100 * this.sums[this.by][i] / (this.sums[this.by][0] || 1)).toFixed(1) + " %";
		frame.addEventListener("focus", say);
		frame.addEventListener("pointerenter", say);
		return frame;
	}
}

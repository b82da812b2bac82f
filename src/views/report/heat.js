/* heat.js - the heat map: periods from left to right, durations from short (below) to long. */

const HEAT_LEFT = 52, HEAT_BELOW = 18, CELL_HEIGHT = 5;

/* Durations of a row: octaves from 128 ns on, in halves (heat_map__row). */
const rowLow = row => row === 0 ? 0 : 2 ** (7 + (row >> 1)) * (row & 1 ? 1.5 : 1);

class HeatMap {
	constructor(meta, filter, list) {
		Object.assign(this, { meta, filter, list, canvas: byId("heat-canvas"), hover: byId("heat-hover") });
		this.period = 2 ** meta.heat.shift;
		this.cells = new Map();
		this.most = 1;
		let low = meta.heat.rows - 1, high = 0, last = 0;
		for (let i = 0; i < meta.heat.cells.length; i += 3) {
			const [x, row, n] = meta.heat.cells.slice(i, i + 3);
			this.cells.set(x * meta.heat.rows + row, n);
			this.most = Math.max(this.most, n);
			low = Math.min(low, row);
			high = Math.max(high, row);
			last = Math.max(last, x);
		}
		this.low = Math.max(0, Math.min(low, high) - 1);
		this.high = high + 1;
		this.n = last + 1;
		this.cursor = { x: 0, row: low, x2: 0 };
		this.listen();
		filter.changed.push(() => this.draw());
		addEventListener("resize", () => this.draw());
	}
	count(x, row) {
		return this.cells.get(x * this.meta.heat.rows + row) ?? 0;
	}
	get height() {
		return (this.high - this.low + 1) * CELL_HEIGHT;
	}
	/* A cell's place on the canvas, in CSS pixels. */
	cellRect(x, row) {
		const width = (this.canvas.parentElement.clientWidth - HEAT_LEFT) / this.n;
		return { left: HEAT_LEFT + x * width, top: (this.high - row) * CELL_HEIGHT, width, height: CELL_HEIGHT };
	}
	draw() {
		const [to, width] = fitCanvas(this.canvas, this.height + HEAT_BELOW), cold = colors.get("cold").split(",").map(Number), hot = colors.get("hot").split(",").map(Number);
		for (const [key, n] of this.cells) {
			const row = key % this.meta.heat.rows, r = this.cellRect((key - row) / this.meta.heat.rows, row);
			const share = Math.log(n) / Math.log(this.most + 1);
			to.fillStyle = "rgb(" + cold.map((v, i) => Math.round(v + (hot[i] - v) * share)).join(",") + ")";
			to.fillRect(r.left, r.top, Math.max(1, r.width), r.height);
		}
		this.drawScales(to, width);
		this.drawSelection(to);
	}
	drawScales(to, width) {
		to.fillStyle = colors.get("muted");
		to.strokeStyle = colors.get("line");
		to.textAlign = "right";
		for (let row = this.low; row <= this.high; row++)
			if (row && row % 6 === 0)
				to.fillText(showTime(rowLow(row)), HEAT_LEFT - 6, (this.high - row + 1) * CELL_HEIGHT + 4);
		to.strokeRect(HEAT_LEFT - 0.5, 0.5, width - HEAT_LEFT, this.height);
		to.textAlign = "left";
		for (const [t, text] of ticks(0, this.n * this.period, width - HEAT_LEFT)) {
			const x = HEAT_LEFT + t / (this.n * this.period) * (width - HEAT_LEFT);
			to.fillRect(x, this.height, 1, 4);
			if (x < width - 50)
				to.fillText(text, x + 3, this.height + 13);
		}
	}
	drawSelection(to) {
		const f = this.filter, width = this.canvas.parentElement.clientWidth - HEAT_LEFT, whole = this.n * this.period;
		to.strokeStyle = colors.get("accent");
		to.lineWidth = 2;
		if (f.from !== null) {
			const left = HEAT_LEFT + f.from / whole * width;
			to.strokeRect(left, 1, Math.max(2, (f.to - f.from) / whole * width), this.height - 2);
		}
		if (document.activeElement === this.canvas) {
			const a = this.cellRect(Math.min(this.cursor.x, this.cursor.x2), this.cursor.row), b = this.cellRect(Math.max(this.cursor.x, this.cursor.x2), this.cursor.row);
			to.strokeRect(a.left - 1, a.top - 1, b.left + b.width - a.left + 2, CELL_HEIGHT + 2);
		}
		to.lineWidth = 1;
	}
	/* -- Choosing ---------------------------------------------------------------------------------------------------- */
	at(event) {
		const box = this.canvas.getBoundingClientRect(), width = (box.width - HEAT_LEFT) / this.n;
		const x = Math.floor((event.clientX - box.left - HEAT_LEFT) / width), row = this.high - Math.floor((event.clientY - box.top) / CELL_HEIGHT);
		return { x: Math.max(0, Math.min(this.n - 1, x)), row: Math.max(this.low, Math.min(this.high, row)) };
	}
	say(x, row) {
		const high = row + 1 < this.meta.heat.rows ? " to " + showTime(rowLow(row + 1)) : " and more";
		this.hover.textContent = showClock(x * this.period) + " to " + showClock((x + 1) * this.period) + " ms, " + showTime(rowLow(row)) + high + ": " +
			showCount(this.count(x, row)) + " calls";
	}
	chooseCell(x, row) {
		this.filter.clear({
			from: x * this.period, to: (x + 1) * this.period, low: rowLow(row), high: row + 1 < this.meta.heat.rows ? rowLow(row + 1) : Infinity,
		});
		this.list();
	}
	chooseTime(a, b) {
		this.filter.set({ from: Math.min(a, b) * this.period, to: (Math.max(a, b) + 1) * this.period, low: null, high: null });
	}
	listen() {
		const { canvas } = this;
		let begun = null;
		canvas.addEventListener("pointerdown", event => {
			begun = this.at(event);
			canvas.setPointerCapture(event.pointerId);
		});
		canvas.addEventListener("pointermove", event => {
			const here = this.at(event);
			this.say(here.x, here.row);
			if (begun && here.x !== begun.x) {
				Object.assign(this.cursor, { x: begun.x, x2: here.x, row: here.row });
				this.draw();
			}
		});
		canvas.addEventListener("pointerup", event => {
			const here = this.at(event);
			Object.assign(this.cursor, { x: here.x, x2: here.x, row: here.row });
			if (begun && here.x === begun.x)
				this.chooseCell(here.x, here.row);
			else if (begun)
				this.chooseTime(begun.x, here.x);
			begun = null;
		});
		canvas.addEventListener("focus", () => this.draw());
		canvas.addEventListener("blur", () => this.draw());
		canvas.addEventListener("keydown", event => this.key(event));
	}
	key(event) {
		const c = this.cursor, dx = { ArrowLeft: -1, ArrowRight: 1 }[event.key] ?? 0, dy = { ArrowUp: 1, ArrowDown: -1 }[event.key] ?? 0;
		if (event.key === "Enter") {
			if (c.x === c.x2)
				this.chooseCell(c.x, c.row);
			else
				this.chooseTime(c.x, c.x2);
		} else if (dx || dy) {
			c.x2 = Math.max(0, Math.min(this.n - 1, c.x2 + dx));
			c.row = Math.max(this.low, Math.min(this.high, c.row + dy));
			if (!event.shiftKey)
				c.x = c.x2;
			this.say(c.x2, c.row);
			this.draw();
		} else {
			return;
		}
		event.preventDefault();
	}
}

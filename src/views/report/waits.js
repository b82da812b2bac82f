/* waits.js - who waits for whom: a picture with waiters at the left and who woke them at the right, and a table. */

const WAIT_NODES = 24;		/* of each side; those with most time */
const WAIT_ROW = 22, WAIT_WIDTH = 720, WAIT_NAMES = 220;	/* pixels */
const WAITS = { waiter: 0, call: 1, where: 2, waker: 3, wakerCall: 4, calls: 5, total: 6, max: 7 };	/* put_waits() of report_json.c */

function drawing(tag, attributes, ...children) {
	const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
	for (const [name, value] of Object.entries(attributes))
		element.setAttribute(name, value);
	element.append(...children);
	return element;
}

class WaitGraph {
	constructor(meta) {
		this.rows = meta.waits.map(row => row.map((v, i) => i < WAITS.calls ? v : Number(v)));
		this.table = new Table("waits", [
			{ title: "waits", kind: "name", value: row => row[WAITS.waiter] }, { title: "in call", kind: "text", value: row => row[WAITS.call] },
			{ title: "blocked in", kind: "text", value: row => row[WAITS.where] }, { title: "woken by", kind: "text", value: row => row[WAITS.waker] },
			{ title: "in call", kind: "text", value: row => row[WAITS.wakerCall] }, { title: "calls", kind: "count", value: row => row[WAITS.calls] },
			{ title: "total", kind: "ns", value: row => row[WAITS.total] }, { title: "max", kind: "ns", value: row => row[WAITS.max] },
		], this.rows, { sort: 6, hint: "Blocked calls that returned, by who woke them. Of calls that blocked several times all time counts for the longest block." });
		this.element = make("div", {}, make("div", { className: "scroll", id: "waits-graph" }, this.picture()), this.table.element);
	}
	draw() {
		this.table.draw();
	}
	/* Names of a side, those with most time first. */
	names(column) {
		const sums = new Map();
		for (const row of this.rows)
			sums.set(row[column], (sums.get(row[column]) ?? 0) + row[WAITS.total]);
		return [...sums].sort((a, b) => b[1] - a[1]).slice(0, WAIT_NODES).map(([name]) => name);
	}
	/* Sums of pairs, the longest first: [{ from, to, calls, total }]; from and to are places in the lists of names. */
	edges(waiters, wakers) {
		const sums = new Map();
		for (const row of this.rows) {
			const from = waiters.indexOf(row[WAITS.waiter]), to = wakers.indexOf(row[WAITS.waker]), key = from * WAIT_NODES + to;
			if (from < 0 || to < 0)
				continue;
			const edge = sums.get(key) ?? { from, to, calls: 0, total: 0 };
			edge.calls += row[WAITS.calls];
			edge.total += row[WAITS.total];
			sums.set(key, edge);
		}
		return [...sums.values()].sort((a, b) => b.total - a.total);
	}
	picture() {
		const waiters = this.names(WAITS.waiter), wakers = this.names(WAITS.waker), edges = this.edges(waiters, wakers);
		const height = WAIT_ROW * Math.max(waiters.length, wakers.length), y = i => WAIT_ROW * (i + 0.5);
		const name = (text, i, x, anchor) => drawing("text", { x, y: y(i) + 4, "text-anchor": anchor, class: "mono" }, text);
		return drawing("svg", { viewBox: `0 0 ${WAIT_WIDTH} ${height}`, width: WAIT_WIDTH, height, role: "img", "aria-label": "Who waits for whom" },
			...edges.map(edge => drawing("line", {
				x1: WAIT_NAMES, y1: y(edge.from), x2: WAIT_WIDTH - WAIT_NAMES, y2: y(edge.to), "stroke-width": 1 + 7 * edge.total / edges[0].total,
			}, drawing("title", {}, `${waiters[edge.from]} waits for ${wakers[edge.to]}: ${showCount(edge.calls)} calls, ${showTime(edge.total)}`))),
			...waiters.map((text, i) => name(text, i, WAIT_NAMES - 6, "end")), ...wakers.map((text, i) => name(text, i, WAIT_WIDTH - WAIT_NAMES + 6, "start")));
	}
}

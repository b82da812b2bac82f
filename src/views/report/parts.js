/* parts.js - small parts of the page, numbers as text, and the filter that all views share. */

function make(tag, properties, ...children) {
	const element = document.createElement(tag);
	for (const [name, value] of Object.entries(properties ?? {})) {
		if (name in element && name !== "role")
			element[name] = value;
		else
			element.setAttribute(name, value);
	}
	element.append(...children);
	return element;
}

const byId = id => document.getElementById(id);

const wholes = new Intl.NumberFormat("en", { maximumFractionDigits: 0 });
const showCount = n => wholes.format(n);

/* Three significant digits and a unit. */
function showTime(ns) {
	if (ns < 1000)
		return Math.round(ns) + " ns";
	for (const [unit, name] of [[1e3, "µs"], [1e6, "ms"], [1e9, "s"]])
		if (ns < unit * 999.5 || name === "s")
			return (ns / unit).toFixed(ns < unit * 9.995 ? 2 : ns < unit * 99.95 ? 1 : 0) + " " + name;
	return "";
}

function showBytes(n) {
	if (n < 10000)
		return showCount(n) + " B";
	for (const [unit, name] of [[1024, "KiB"], [1048576, "MiB"], [1073741824, "GiB"]])
		if (n < unit * 1000 || name === "GiB")
			return (n / unit).toFixed(1) + " " + name;
	return "";
}

/* ms since the start, as lines of text have it */
const showClock = ns => (ns / 1e6).toFixed(3);

const colors = {
	get(name) {
		return getComputedStyle(document.documentElement).getPropertyValue("--" + name).trim();
	},
};

function switchTheme(to) {
	document.documentElement.dataset.theme = to;
	report.views.forEach(view => view.draw?.());
}

/* A canvas as large as its element, in device pixels. */
function fitCanvas(canvas, height) {
	const scale = window.devicePixelRatio || 1, width = canvas.parentElement.clientWidth;
	canvas.width = Math.round(width * scale);
	canvas.height = Math.round(height * scale);
	canvas.style.height = height + "px";
	const to = canvas.getContext("2d");
	to.setTransform(scale, 0, 0, scale, 0, 0);
	to.clearRect(0, 0, width, height);
	to.font = "11px system-ui, sans-serif";
	return [to, width];
}

/* Round times within a range, about one for each 110 pixels. */
function ticks(from, to, width) {
	const least = (to - from) / Math.max(1, width / 110), power = 10 ** Math.floor(Math.log10(least || 1));
	const step = power * [1, 2, 5, 10].find(f => f * power >= least), found = [];
	for (let t = Math.ceil(from / step) * step; t <= to && found.length < 100; t += step)
		found.push([t, step >= 1e9 ? t / 1e9 + " s" : step >= 1e6 ? Math.round(t / 1e6) + " ms" :
			(t / 1e6).toFixed(step >= 1e5 ? 1 : step >= 1e4 ? 2 : step >= 1e3 ? 3 : 6) + " ms"]);
	return found;
}

const tip = {
	show(event, text) {
		const box = byId("tip");
		box.textContent = text;
		box.hidden = false;
		box.style.left = Math.min(event.clientX + 12, innerWidth - box.offsetWidth - 8) + "px";
		box.style.top = Math.min(event.clientY + 14, innerHeight - box.offsetHeight - 8) + "px";
	},
	hide() {
		byId("tip").hidden = true;
	},
};

/* Which calls are listed. Times: when the call returned, ns since the start; ranges end before `to` and `high`. null: any. */
class Filter {
	constructor() {
		this.changed = [];
		this.reset();
	}
	reset() {
		Object.assign(this, { from: null, to: null, low: null, high: null, call: null, thread: null, err: null, failed: false, text: "" });
	}
	set(values) {
		Object.assign(this, values);
		this.changed.forEach(f => f());
	}
	clear(values) {
		this.reset();
		this.set(values ?? {});
	}
	get empty() {
		return this.from === null && this.low === null && this.call === null && this.thread === null && this.err === null && !this.failed && !this.text;
	}
	/* Everything but the text. */
	takes(c, i) {
		return (this.call === null || c.call[i] === this.call) && (this.thread === null || c.thread[i] === this.thread) &&
			(!this.failed || c.err[i] !== 0) && (this.err === null || c.err[i] === this.err) &&
			(this.from === null || (c.end[i] >= this.from && c.end[i] < this.to)) &&
			(this.low === null || (c.dur[i] >= this.low && c.dur[i] < this.high && c.state[i] === RETURNED));
	}
}

function threadName(meta, i) {
	const t = meta.threads[i];
	return (t.comm ?? "?") + "/" + t.tid;
}

function errorName(meta, n) {
	return meta.errno[n] ?? "errno " + n;
}

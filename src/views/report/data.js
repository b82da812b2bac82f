/* data.js - decodes the data in the page: see report.h. */

/* The bytes of an element, and its text is dropped: it is not needed again. */
function takeBytes(id) {
	const element = document.getElementById(id), text = element.textContent;
	element.remove();
	if (Uint8Array.fromBase64)
		return Uint8Array.fromBase64(text);
	return Uint8Array.from(atob(text), c => c.charCodeAt(0));
}

async function inflate(id) {
	const stream = new Blob([takeBytes(id)]).stream().pipeThrough(new DecompressionStream("deflate"));
	return new Uint8Array(await new Response(stream).arrayBuffer());
}

const COLUMNS = ["end", "dur", "thread", "call", "err", "state", "args", "result"];	/* enum call_column */
const RETURNED = 0, UNFINISHED = 1;	/* enum row_state */

function makeColumns(n) {
	return {
		n, end: new Float64Array(n), dur: new Float64Array(n), thread: new Uint32Array(n), call: new Uint32Array(n), err: new Uint32Array(n),
		state: new Uint8Array(n), args: new Uint32Array(n), result: new Uint32Array(n),
	};
}

function decodeChunk(bytes, n) {
	const chunk = makeColumns(n);
	let at = 0;
	for (const name of COLUMNS) {
		const to = chunk[name];
		for (let i = 0; i < n; i++) {
			let byte = bytes[at++], v = byte & 127;
			for (let scale = 128; byte > 127; scale *= 128) {	/* no shifts: they are of 32 bits */
				byte = bytes[at++];
				v += (byte & 127) * scale;
			}
			to[i] = v;
		}
	}
	for (let i = 0, last = 0; i < n; i++) {
		const v = chunk.end[i];
		last += v % 2 ? -(v + 1) / 2 : v / 2;
		chunk.end[i] = last;
		chunk.dur[i]--;			/* -1: not known */
	}
	return chunk;
}

/* All calls. Chunks stay decoded. */
class Calls {
	constructor(meta) {
		this.meta = meta;
		this.rows = meta.rows;
		this.per = meta.chunk_rows;
		this.loading = [];
		this.decoded = [];
	}
	chunk(i) {
		this.loading[i] ??= inflate("c" + i).then(bytes => this.decoded[i] = decodeChunk(bytes, this.meta.chunks[i][0]));
		return this.loading[i];
	}
	/* The numbers of the chunks with calls in that time. */
	between(from, to) {
		const found = [];
		this.meta.chunks.forEach(([, first, last], i) => {
			if (first < to && last >= from)
				found.push(i);
		});
		return found;
	}
	async row(index) {
		const i = index % this.per, c = await this.chunk(Math.floor(index / this.per));
		return Object.fromEntries(COLUMNS.map(name => [name, c[name][i]]));
	}
}

/* Texts of arguments and results; the blocks used last stay decoded. */
class Texts {
	constructor(meta) {
		this.per = meta.texts_per_block;
		this.packed = new Map();
		this.blocks = new Map();
		this.most = 256;
	}
	async load(block) {
		if (!this.packed.has(block))
			this.packed.set(block, takeBytes("t" + block));
		const stream = new Blob([this.packed.get(block)]).stream().pipeThrough(new DecompressionStream("deflate"));
		return (await new Response(stream).text()).split("\n");
	}
	block(i) {
		let found = this.blocks.get(i);
		this.blocks.delete(i);
		found ??= this.load(i);
		this.blocks.set(i, found);
		if (this.blocks.size > this.most)
			this.blocks.delete(this.blocks.keys().next().value);
		return found;
	}
	async get(id) {
		return (await this.block(Math.floor(id / this.per)))[id % this.per];
	}
}

import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { gunzipSync } from 'node:zlib'
import type { Grey } from './grey.ts'

/** `confidence`: 0 to 100. */
export type Word = {
  text: string
  left: number
  top: number
  right: number
  bottom: number
  base: number
  size: number
  confidence: number
}

type Box = { x0: number; y0: number; x1: number; y1: number }
type RawWord = { bbox: Box; text: string; confidence: number }
type RawLine = { bbox: Box; baseline: Box; words: RawWord[] }
type RawPage = { blocks?: { paragraphs?: { lines: RawLine[] }[] }[] }

type Api = {
  Init(path: null, languages: string, engine: number): number
  SetVariable(name: string, value: string): void
  SetImageFile(turn: number, angle: number): number
  Recognize(monitor: null): number
  GetJSONText(): string
}
type Core = {
  TessBaseAPI: new () => Api
  FS: { writeFile(path: string, bytes: Uint8Array): void }
}

const require = createRequire(import.meta.url)
const languages = ['vie', 'eng'] as const
/** Tesseract's LSTM engine, without the legacy one. */
const LINES_ONLY = 1
let ready: Promise<{ core: Core; api: Api }> | undefined

/** Fetches nothing. `scattered`: words anywhere, not in columns. */
export async function readWords(picture: Grey, scattered: boolean): Promise<Word[]> {
  ready ??= start()
  const { core, api } = await ready
  core.FS.writeFile('/input', asFile(picture))
  api.SetVariable('tessedit_pageseg_mode', scattered ? '11' : '3')
  if (api.SetImageFile(1, 0) !== 0) throw new Error('The picture was not taken.')
  api.Recognize(null)
  const page = JSON.parse(api.GetJSONText()) as RawPage
  const lines = (page.blocks ?? []).flatMap(block => (block.paragraphs ?? []).flatMap(paragraph => paragraph.lines))
  return lines.flatMap(wordsOf)
}

async function start(): Promise<{ core: Core; api: Api }> {
  // The build without SIMD runs everywhere, at half the speed.
  const load = require('tesseract.js-core/tesseract-core-relaxedsimd-lstm.js') as (options: object) => Promise<Core>
  const core = await load({ print: () => {}, printErr: () => {} })
  for (const language of languages) {
    const packed = require.resolve(`@tesseract.js-data/${language}/4.0.0_best_int/${language}.traineddata.gz`)
    core.FS.writeFile(`./${language}.traineddata`, gunzipSync(readFileSync(packed)))
  }
  const api = new core.TessBaseAPI()
  if (api.Init(null, languages.join('+'), LINES_ONLY) !== 0) throw new Error('The reader did not start.')
  return { core, api }
}

function wordsOf(line: RawLine): Word[] {
  const { baseline } = line
  const slope = baseline.x1 > baseline.x0 ? (baseline.y1 - baseline.y0) / (baseline.x1 - baseline.x0) : 0
  const words = line.words
    .filter(({ text }) => text.trim() !== '')
    .map(({ text, confidence, bbox }) => ({
      text: text.trim(),
      left: bbox.x0,
      right: bbox.x1,
      top: bbox.y0,
      bottom: bbox.y1,
      base: baseline.y0 + slope * ((bbox.x0 + bbox.x1) / 2 - baseline.x0),
      size: 0,
      confidence,
    }))
  const sizes = words.map(sizeOf).toSorted((a, b) => a - b)
  const size = sizes[Math.floor(sizes.length / 2)] ?? 0
  return words.map(word => ({ ...word, size }))
}

const MARKED_CAPITAL = /[ÀÁẢÃẠĂẰẮẲẴẶÂẦẤẨẪẬÈÉẺẼÊỀẾỂỄÌÍỈĨÒÓỎÕÔỒỐỔỖƠỜỚỞỠÙÚỦŨƯỪỨỬỮỲÝỶỸ]/u
const TALL = /[\p{Lu}\d\p{M}bdfhklđ]/u

function sizeOf({ text, top, base }: { text: string; top: number; base: number }): number {
  const rise = Math.max(1, base - top)
  if (MARKED_CAPITAL.test(text)) return rise / 0.95
  return rise / (TALL.test(text.normalize('NFD')) ? 0.74 : 0.55)
}

function asFile({ width, height, data }: Grey): Uint8Array {
  return Buffer.concat([Buffer.from(`P5\n${width} ${height}\n255\n`), data])
}

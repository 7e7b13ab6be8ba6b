import type { Body } from './read-body.ts'
import { isJsonType, isObject, notAcceptable, readJson, utf8 } from './read-body.ts'
import { comparisons, searches } from '../run/row-query.ts'
import { RestError } from '../rest-error.ts'

export type Given = {
  /** Sorted. */
  names: string[]
  json: string | undefined
  texts: Map<string, string[]> | undefined
  /** For a function with a single unnamed argument. */
  whole: { types: string[]; text: string } | undefined
}

const rowParameters = new Set(['select', 'order', 'limit', 'offset', 'and', 'or', 'columns', 'on_conflict', 'apikey'])
const operatorPattern = new RegExp(
  `^(not\\.)?(${[...comparisons, ...searches, 'in', 'is'].join('|')})(\\([^)]*\\))?\\.`,
)

/** Separates filters from arguments: a value that begins like a filter is one. */
export function partParameters(all: URLSearchParams): { asked: URLSearchParams; given: Given } {
  const asked = new URLSearchParams()
  const texts = new Map<string, string[]>()
  for (const [name, value] of all) {
    const isAsked = rowParameters.has(name.slice(name.lastIndexOf('.') + 1)) || operatorPattern.test(value)
    if (isAsked) asked.append(name, value)
    else texts.set(name, [...(texts.get(name) ?? []), value])
  }
  return { asked, given: { names: [...texts.keys()], json: undefined, texts, whole: undefined } }
}

export function readArguments({ type, bytes }: Body): Given {
  const nothing: Given = { names: [], json: undefined, texts: undefined, whole: undefined }
  if (type === 'application/x-www-form-urlencoded') return partForm(new URLSearchParams(utf8(bytes)))
  if (type === 'text/plain') return { ...nothing, whole: { types: ['text'], text: utf8(bytes) } }
  if (type === 'text/xml') return { ...nothing, whole: { types: ['xml'], text: utf8(bytes) } }
  if (type === 'application/octet-stream')
    return { ...nothing, whole: { types: ['bytea'], text: `\\x${bytes.toString('hex')}` } }
  if (!isJsonType(type)) throw notAcceptable(type)
  const { value, text } = bytes.length === 0 ? { value: {}, text: '{}' } : readJson(bytes)
  const whole = { types: ['json', 'jsonb'], text }
  if (isObject(value)) return { ...nothing, names: Object.keys(value), json: text, whole }
  if (Array.isArray(value)) return { ...nothing, whole }
  throw new RestError(400, 'PGRST102', 'Empty or invalid json', 'The arguments are expected as an object.')
}

function partForm(form: URLSearchParams): Given {
  const texts = new Map<string, string[]>()
  for (const [name, value] of form) texts.set(name, [...(texts.get(name) ?? []), value])
  return { names: [...texts.keys()], json: undefined, texts, whole: undefined }
}

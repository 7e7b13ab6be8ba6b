import { fillPlaces, type PlaceValues, wrongPlaces } from './campaign-text.ts'

export type TemplateParam = {
  name: string
  type: 'text' | 'number' | 'date'
  required: boolean
  /** letters */
  min_length: number
  max_length: number
}

export type TemplateValues = Readonly<Record<string, string>>

export type WrongValue = {
  name: string
  why: 'missing' | 'unknown' | 'place' | 'too_long' | 'too_short' | 'not_a_number' | 'not_a_date'
}

/** Found before anybody is counted; values that differ by customer are checked for each. */
export function wrongValue(
  params: readonly TemplateParam[],
  values: TemplateValues,
  fields?: readonly string[],
): WrongValue | undefined {
  const [stray] = Object.keys(values).filter(name => !params.some(param => param.name === name))
  if (stray !== undefined) return { name: stray, why: 'unknown' }
  for (const param of params) {
    const written = values[param.name]?.trim() ?? ''
    if (written === '' && param.required) return { name: param.name, why: 'missing' }
    if (wrongPlaces(written, fields).length > 0) return { name: param.name, why: 'place' }
    const why = written.includes('{{') ? undefined : unfit(param, written)
    if (why) return { name: param.name, why }
  }
  return undefined
}

/** @returns undefined if a value is missing or does not fit */
export function fillTemplate(
  params: readonly TemplateParam[],
  values: TemplateValues,
  known: PlaceValues,
): Record<string, string> | undefined {
  const filled: Record<string, string> = {}
  for (const param of params) {
    const value = fillPlaces(values[param.name]?.trim() ?? '', known)
    if (value === undefined || unfit(param, value) || (value === '' && param.required)) return undefined
    if (value !== '') filled[param.name] = value
  }
  return filled
}

function unfit(
  { type, min_length: min, max_length: max }: TemplateParam,
  value: string,
): WrongValue['why'] | undefined {
  if (value === '') return undefined
  if ([...value].length > max) return 'too_long'
  if ([...value].length < min) return 'too_short'
  if (type === 'number' && !/^-?\d+(?:\.\d+)?$/.test(value)) return 'not_a_number'
  if (type === 'date' && !isDate(value)) return 'not_a_date'
  return undefined
}

function isDate(value: string): boolean {
  const [, day = '', month = '', year = ''] =
    /^(?:\d{2}:\d{2}(?::\d{2})? )?(\d{2})\/(\d{2})\/(\d{4})$/.exec(value) ?? []
  const date = new Date(`${year}-${month}-${day}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.getUTCDate() === Number(day)
}

const place = /\{\{\s*(\w+)\s*\}\}/g

export function placesIn(body: string): string[] {
  return [...new Set([...body.matchAll(place)].map(([, name = '']) => name))]
}

export function filledBody(body: string, values: TemplateValues): string {
  return body.replace(place, (whole, name: string) => values[name] ?? whole)
}

import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** By file: the parts that only the running program knows, and why. */
export type RunTimeList = Record<string, { why: string; parts: string[] }>

export function readList(): RunTimeList {
  return JSON.parse(readFileSync(join(import.meta.dirname, 'at-run-time.json'), 'utf8')) as RunTimeList
}

/** @returns a line for each part that is not listed, and for each listed one that is gone */
export function compareWithList(list: RunTimeList, found: { place: string; unknown: string }[]): string[] {
  const left = new Map(Object.entries(list).map(([file, { parts }]) => [file, [...parts]]))
  const unlisted = found.filter(({ place, unknown }) => {
    const parts = left.get(place.replace(/:\d+$/, '')) ?? []
    const at = parts.indexOf(unknown)
    if (at !== -1) parts.splice(at, 1)
    return at === -1
  })
  return [
    ...unlisted.map(({ place, unknown }) => `${place}: ${unknown} is known at run time only: write it out.`),
    ...[...left].flatMap(([file, parts]) => parts.map(part => `${file}: take ${part} out of at-run-time.json.`)),
    ...Object.entries(list).flatMap(([file, { why }]) => (why ? [] : [`${file}: at-run-time.json does not say why.`])),
  ]
}

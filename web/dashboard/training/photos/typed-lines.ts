import { useState } from 'react'
import type { PhotoLine } from '#shared/contracts/training/photos.results.ts'

/** `from`: the words and the decision that stood there when the typing began. */
export type TypedLine = { cells: string[]; from: string }
export type TypedLines = ReadonlyMap<string, TypedLine>

/** Outside the card: what is typed outlives another row being picked, and a colleague's decision. */
export function useTypedLines(reading: number) {
  const [typed, setTyped] = useState<TypedLines>(new Map())
  return {
    typedAt: (position: number) => typed.get(keyOf(reading, position)),
    type: (line: PhotoLine, cells: string[] | undefined) => setTyped(now => withTyped(now, reading, line, cells)),
    restore: (position: number, before: TypedLine | undefined) => {
      if (!before) return
      // What was typed there since is newer.
      setTyped(now => (now.has(keyOf(reading, position)) ? now : new Map([...now, [keyOf(reading, position), before]])))
    },
  }
}

/** Nothing is typed where the words are the line's again. */
export function withTyped(now: TypedLines, reading: number, line: PhotoLine, cells: string[] | undefined): TypedLines {
  const next = new Map(now)
  const key = keyOf(reading, line.position)
  const isSame = !cells || cells.every((cell, i) => cell === wordsOf(line)[i])
  if (isSame) next.delete(key)
  else next.set(key, { cells, from: now.get(key)?.from ?? stampOf(line) })
  return next
}

/** Somebody else has decided on the line since the typing began. */
export function isOvertaken(typed: TypedLine | undefined, line: PhotoLine): boolean {
  return typed !== undefined && typed.from !== stampOf(line)
}

export function wordsOf(line: Pick<PhotoLine, 'said' | 'cells'>): string[] {
  return line.said ?? line.cells
}

function stampOf({ state, said: corrected }: PhotoLine): string {
  return JSON.stringify([state, corrected])
}

function keyOf(reading: number, position: number): string {
  return `${reading} ${position}`
}

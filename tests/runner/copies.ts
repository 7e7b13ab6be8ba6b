// Finds duplicates of at least six lines, ignoring imports, comments and closing lines.
import { readFileSync } from 'node:fs'
import { relative } from 'node:path'

const minLines = 6
const closing = /^(?:[\])}>,;(/]*|<\/\w*>[)},;]*|<>|return \(|else|\} (?:else|finally) \{)$/
const comment = /^(?:\/\/|\/\*|\*)/

export type Copy = { lines: number; here: string; there: string }
type Line = { text: string; number: number }

/** `files` are absolute; tests and texts are skipped. Pairs, longest first. */
export function copiesIn(root: string, files: string[]): Copy[] {
  const read = files
    .filter(file => !/\.test\.tsx?$|\.(?:vi|en)\.ts$/.test(file))
    .map(file => ({ path: relative(root, file), lines: linesOf(readFileSync(file, 'utf8')) }))
  const places = Map.groupBy(
    read.flatMap(({ lines }, file) => lines.slice(minLines - 1).map((_, at) => ({ file, at }))),
    ({ file, at }) => textOf(read[file]?.lines ?? [], at),
  )
  const copies: Copy[] = []
  for (const same of places.values()) {
    for (const [index, one] of same.entries()) {
      for (const other of same.slice(index + 1)) {
        const [here, there] = [read[one.file], read[other.file]]
        const begun = here?.lines[one.at - 1]?.text === there?.lines[other.at - 1]?.text && one.at > 0 && other.at > 0
        if (!here || !there || begun) continue
        let lines = minLines
        while (here.lines[one.at + lines] && here.lines[one.at + lines]?.text === there.lines[other.at + lines]?.text)
          lines++
        const name = ({ path, lines: all }: typeof here, at: number) => `${path}:${all[at]?.number}`
        copies.push({ lines, here: name(here, one.at), there: name(there, other.at) })
      }
    }
  }
  return copies.sort((a, b) => b.lines - a.lines)
}

function linesOf(text: string): Line[] {
  let importing = false
  return text.split('\n').flatMap((raw, index) => {
    const line = raw.trim().replaceAll(/\s+/g, ' ')
    const isImport = importing || /^import\b/.test(line)
    if (isImport) importing = !/['"]$/.test(line)
    return isImport || comment.test(line) || closing.test(line) ? [] : [{ text: line, number: index + 1 }]
  })
}

function textOf(lines: Line[], at: number): string {
  return lines
    .slice(at, at + minLines)
    .map(({ text }) => text)
    .join('\n')
}

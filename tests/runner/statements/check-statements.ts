// Prepares every statement of the server on the migrated database and compares its declared types.
import { join } from 'node:path'
import type { FileSystem } from 'typescript/unstable/fs'
import type { Type } from 'typescript/unstable/sync'
import {
  type Expression,
  isPropertyAccessExpression,
  isTemplateExpression,
  type TaggedTemplateExpression,
} from 'typescript/unstable/ast'
import { compareWithList, readList } from './at-run-time.ts'
import { makeAssembler } from './assemble.ts'
import { compareRow, compareValues } from './compare.ts'
import { readCpuSeconds } from './cpu-seconds.ts'
import { openDescriber } from './describe.ts'
import { countVariants, type Fragment, render, type Rendered } from './fragment.ts'
import type { Nullness } from './nulls/nullness.ts'
import { openNulls } from './nulls/read-nulls.ts'
import { openProgram, placeOf, type Program } from './open-program.ts'
import type { RawStatement } from './raw-statements.ts'
import { makeTypes, type Types } from './shapes.ts'

type Statement = {
  place: string
  variants: Rendered[]
  unknown: string | undefined
  /** undefined: none is declared. */
  row: Type | undefined
  /** Its rows are read as whatever the reader says. */
  isUntyped?: boolean
}
export type Findings = {
  problems: string[]
  whole: number
  inVariants: number
  atRunTime: { place: string; unknown: string }[]
  cpuSeconds: number
}

/** Wall time says how busy the machine is: the same check takes 10 s alone and 40 s beside others. */
const maxCpuSeconds = 20

const noType = 'its rows have no type: ask by queryRows, exchangeRows or queryParsed'

const verbs =
  /^\s*(?:with|select|insert|update|delete|merge|values|lock|set|truncate|create|drop|alter|analyze|vacuum)\b/i

export async function checkStatements(
  root: string,
  config: string,
  isLookedAt: (path: string) => boolean,
  fs?: FileSystem,
): Promise<Findings> {
  const opening = openDescriber()
  const program = openProgram(config, isLookedAt, fs)
  const types = makeTypes(program.checker, [...program.templates, ...program.templates.flatMap(placesIn)])
  const statements = assembleAll(root, program, types)
  const describer = await opening
  const findings: Findings = {
    problems: [],
    cpuSeconds: 0,
    whole: statements.filter(one => one.unknown === undefined && one.variants.length === 1).length,
    inVariants: statements.filter(one => one.unknown === undefined && one.variants.length > 1).length,
    atRunTime: statements.flatMap(({ place, unknown }) =>
      unknown === undefined ? [] : [{ place, unknown: oneLine(unknown) }],
    ),
  }
  const all = statements.flatMap(statement => statement.variants.map(variant => ({ statement, variant })))
  const readNulls = await openNulls(describer.catalog)
  const described = await describer.describe(all.map(({ variant }) => variant.text))
  const found = new Set(program.untyped.map(node => `${placeOf(node, root)}: ${noType}`))
  for (const [index, answer] of described.entries()) {
    const { statement, variant } = all[index] as (typeof all)[number]
    const add = (problem: string) => found.add(`${statement.place}: ${problem}`)
    if (answer.problem !== undefined) {
      add(`${answer.problem}, at: ${around(variant.text, answer.position)}`)
      continue
    }
    if (statement.isUntyped && answer.columns.length > 0) add(noType)
    const properties = statement.row && types.propertiesOf(statement.row)
    if (statement.row && !properties && !types.isOpen(statement.row)) add('its row type does not name its columns')
    if (properties) {
      const columns = readNulls(variant.text, number => nullnessIn(types, variant.values[number - 1])) ?? []
      const values = columns.length === answer.columns.length ? columns : []
      compareRow(types, properties, answer, variant.text, values).forEach(add)
    }
    compareValues(types, variant, answer).forEach(add)
  }
  findings.problems = [...found]
  findings.cpuSeconds = readCpuSeconds()
  await describer.close()
  program.close()
  return findings
}

/** Of a parameter, as its type says. */
function nullnessIn(types: Types, value: Expression | undefined): Nullness {
  const kinds = value && types.shapeAt(value)?.kinds
  if (!kinds || kinds.size === 0 || kinds.has('any')) return 'unknown'
  return kinds.has('null') || kinds.has('undefined') ? 'perhaps' : 'never'
}

function assembleAll(root: string, program: Program, types: Types): Statement[] {
  const assembler = makeAssembler(program, types)
  const templates = program.templates.map(template => ({ template, variants: variantsOf(assembler.whole(template)) }))
  const tagged = templates.filter(({ template, variants }) => {
    const isWhole = verbs.test(variants[0]?.text ?? '')
    return assembler.isInside(template)
      ? isWhole && isRun(template)
      : isWhole || (startsOpen(variants) && isRun(template))
  })
  return [
    ...tagged.map(({ template, variants }) => ({
      place: placeOf(template, root),
      ...known(variants),
      row: types.rowOf(template),
    })),
    ...program.raw.flatMap(raw => fromRaw(raw, variantsOf(assembler.words(raw.text)), placeOf(raw.node, root), types)),
  ]
}

function variantsOf(fragment: Fragment): Rendered[] {
  return Array.from({ length: countVariants(fragment) }, (_, variant) => render(fragment, variant))
}

function known(variants: Rendered[]): Pick<Statement, 'variants' | 'unknown'> {
  return {
    variants: variants.filter(variant => variant.unknown === undefined),
    unknown: variants.find(variant => variant.unknown !== undefined)?.unknown,
  }
}

/** Several in one text run one after the other; the rows are those of the last. */
function fromRaw({ values, row, isUsed }: RawStatement, all: Rendered[], place: string, types: Types): Statement[] {
  const { variants, unknown } = known(all)
  const [several, single] = [variants.flatMap(({ text }) => split(text).slice(0, -1)), variants.map(lastOf)]
  const before = several.map(text => ({
    place,
    variants: [{ text, values: [], unknown: undefined }],
    unknown: undefined,
    row: undefined,
  }))
  return [
    ...before,
    {
      place,
      variants: single.map(text => ({ text, values: [...values], unknown: undefined })),
      unknown,
      row: row && types.nodeType(row),
      isUntyped: isUsed && row === undefined,
    },
  ]
}

function lastOf({ text }: Rendered): string {
  return split(text).at(-1) ?? ''
}

/** At semicolons outside quotes. */
function split(text: string): string[] {
  return text.split(/;(?=(?:[^']*'[^']*')*[^']*$)/).filter(part => part.trim() !== '')
}

/** Starts with an unknown part, so it may be a whole statement. */
function startsOpen(variants: Rendered[]): boolean {
  return variants.some(({ text, unknown }) => unknown !== undefined && text.trim() === '')
}

function isRun({ parent, typeArguments }: TaggedTemplateExpression): boolean {
  return typeArguments !== undefined || (isPropertyAccessExpression(parent) && parent.name.text === 'execute')
}

function placesIn({ template }: TaggedTemplateExpression): Expression[] {
  return isTemplateExpression(template) ? template.templateSpans.map(span => span.expression) : []
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').slice(0, 60)
}

function around(text: string, position: number): string {
  return text
    .slice(Math.max(0, position - 30), position + 30)
    .replaceAll(/\s+/g, ' ')
    .trim()
}

if (import.meta.main) {
  const began = performance.now()
  const root = join(import.meta.dirname, '../../..')
  const folders = ['server', 'database'].map(folder => `${root}/${folder}/`)
  const isOurs = (path: string) => folders.some(folder => path.startsWith(folder)) && !path.endsWith('.test.ts')
  const config = join(import.meta.dirname, 'server.json')
  const { problems, whole, inVariants, atRunTime, cpuSeconds } = await checkStatements(root, config, isOurs)
  const all = [...problems, ...compareWithList(readList(), atRunTime)]
  if (cpuSeconds > maxCpuSeconds)
    all.push(`It took ${cpuSeconds.toFixed(1)} s of processor time, and may take ${maxCpuSeconds}.`)
  for (const problem of all) console.log(problem)
  const seconds = ((performance.now() - began) / 1000).toFixed(1)
  console.log(
    `${whole} whole, ${inVariants} in variants, ${atRunTime.length} made at run time; ${cpuSeconds.toFixed(1)} s of processor time in ${seconds} s`,
  )
  process.exitCode = all.length > 0 ? 1 : 0
}

// Prepares every statement of the server on the migrated database and compares its declared types. `--list` names those made at run time.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FileSystem } from 'typescript/unstable/fs'
import {
  type Expression,
  isPropertyAccessExpression,
  isTemplateExpression,
  type TaggedTemplateExpression,
} from 'typescript/unstable/ast'
import { makeAssembler } from './assemble.ts'
import { compareRow, compareValues } from './compare.ts'
import { openDescriber } from './describe.ts'
import { countVariants, render, type Rendered } from './fragment.ts'
import { openProgram, placeOf, type Program } from './open-program.ts'
import { makeTypes, type Types } from './shapes.ts'

type Statement = {
  template: TaggedTemplateExpression
  place: string
  variants: Rendered[]
  unknown: string | undefined
}
export type Findings = {
  problems: string[]
  whole: number
  inVariants: number
  atRunTime: { place: string; unknown: string }[]
}

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
    whole: statements.filter(one => one.unknown === undefined && one.variants.length === 1).length,
    inVariants: statements.filter(one => one.unknown === undefined && one.variants.length > 1).length,
    atRunTime: statements.flatMap(({ place, unknown }) => (unknown === undefined ? [] : [{ place, unknown }])),
  }
  const all = statements.flatMap(statement => statement.variants.map(variant => ({ statement, variant })))
  const described = await describer.describe(all.map(({ variant }) => variant.text))
  const found = new Set<string>()
  for (const [index, answer] of described.entries()) {
    const { statement, variant } = all[index] as (typeof all)[number]
    const add = (problem: string) => found.add(`${statement.place}: ${problem}`)
    if (answer.problem !== undefined) {
      add(`${answer.problem}, at: ${around(variant.text, answer.position)}`)
      continue
    }
    const row = types.rowOf(statement.template)
    const properties = row && types.propertiesOf(row)
    if (properties) compareRow(types, properties, answer, variant.text, describer.tables).forEach(add)
    compareValues(types, variant, answer).forEach(add)
  }
  findings.problems = [...found]
  await describer.close()
  program.close()
  return findings
}

function assembleAll(root: string, program: Program, types: Types): Statement[] {
  const assembler = makeAssembler(program, types)
  const all = program.templates.map(template => ({ template, fragment: assembler.whole(template) }))
  return all.flatMap(({ template, fragment }) => {
    const variants = Array.from({ length: countVariants(fragment) }, (_, variant) => render(fragment, variant))
    const isWhole = verbs.test(variants[0]?.text ?? '')
    if (
      assembler.isInside(template)
        ? !isWhole || !isRun(template)
        : !isWhole && !(startsOpen(variants) && isRun(template))
    )
      return []
    const unknown = variants.find(variant => variant.unknown !== undefined)?.unknown
    return [
      {
        template,
        place: placeOf(template, root),
        variants: variants.filter(variant => variant.unknown === undefined),
        unknown,
      },
    ]
  })
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

function around(text: string, position: number): string {
  return text
    .slice(Math.max(0, position - 30), position + 30)
    .replaceAll(/\s+/g, ' ')
    .trim()
}

/** Allowed numbers per file, which may only shrink. */
function compareWithCeilings(root: string, atRunTime: Findings['atRunTime']): string[] {
  const file = join(root, 'tests/runner/statements/at-run-time.json')
  const ceilings = JSON.parse(readFileSync(file, 'utf8')) as Record<string, number>
  const byFile = Map.groupBy(atRunTime, ({ place }) => place.replace(/:\d+$/, ''))
  return [...new Set([...byFile.keys(), ...Object.keys(ceilings)])].flatMap(name => {
    const found = byFile.get(name) ?? []
    const ceiling = ceilings[name] ?? 0
    if (found.length < ceiling) return [`${name}: write ${found.length} for it into at-run-time.json.`]
    if (found.length === ceiling) return []
    return found.map(({ place, unknown }) => `${place}: ${unknown} is known at run time only: write it out.`)
  })
}

if (import.meta.main) {
  const began = performance.now()
  const root = join(import.meta.dirname, '../../..')
  const inServer = (path: string) => path.startsWith(`${root}/server/`) && !path.endsWith('.test.ts')
  const config = join(import.meta.dirname, 'server.json')
  const { problems, whole, inVariants, atRunTime } = await checkStatements(root, config, inServer)
  const all = [...problems, ...compareWithCeilings(root, atRunTime)]
  for (const problem of all) console.log(problem)
  if (process.argv.includes('--list')) for (const { place, unknown } of atRunTime) console.log(`${place}: ${unknown}`)
  const seconds = ((performance.now() - began) / 1000).toFixed(1)
  console.log(`${whole} whole, ${inVariants} in variants, ${atRunTime.length} made at run time; ${seconds} s`)
  process.exitCode = all.length > 0 ? 1 : 0
}

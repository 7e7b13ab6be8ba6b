import type { Expression } from 'typescript/unstable/ast'

/**
 * A piece of a statement: text; a value, which becomes a parameter; one of several fragments, decided by `by`, and the same way
 * wherever that decides; or what only the running program knows.
 */
export type Part = string | { value: Expression } | { oneOf: Fragment[]; by: string } | { unknown: string }
export type Fragment = Part[]

/** A statement as the database would get it. `unknown` says what of it is made at run time. */
export type Rendered = { text: string; values: Expression[]; unknown: string | undefined }

/** More variants of one statement are not looked at. */
const maxVariants = 60

/** So many variants hold every alternative once; not every combination of them. */
export function countVariants(fragment: Fragment): number {
  return Math.min(sizeOf(fragment), maxVariants)
}

const sizes = new WeakMap<Fragment, number>()

function sizeOf(fragment: Fragment): number {
  const known = sizes.get(fragment)
  if (known !== undefined) return known
  const choices = fragment.map(part => (typeof part === 'object' && 'oneOf' in part ? sum(part.oneOf.map(sizeOf)) : 1))
  const size = Math.max(1, ...choices)
  sizes.set(fragment, size)
  return size
}

/** The statement with the alternatives that belong to the number of a variant. */
export function render(fragment: Fragment, variant: number): Rendered {
  const rendered: Rendered = { text: '', values: [], unknown: undefined }
  const decided = new Map<string, number>()
  function add(parts: Fragment, number: number): void {
    for (const part of parts) {
      if (typeof part === 'string') rendered.text += part
      else if ('value' in part) rendered.text += `$${rendered.values.push(part.value)}`
      else if ('unknown' in part) rendered.unknown ??= part.unknown
      else choose(part, number)
    }
  }
  function choose({ oneOf, by }: { oneOf: Fragment[]; by: string }, number: number): void {
    let rest = number % sum(oneOf.map(sizeOf))
    let index = 0
    for (; rest >= sizeOf(oneOf[index] ?? []); index++) rest -= sizeOf(oneOf[index] ?? [])
    const before = decided.get(by)
    if (before !== undefined && before < oneOf.length) index = before
    decided.set(by, index)
    add(oneOf[index] ?? [], rest)
  }
  add(fragment, variant)
  return rendered
}

export function oneOf(alternatives: Fragment[], by: string, unknown: string): Fragment {
  if (alternatives.length === 0) return [{ unknown }]
  return alternatives.length === 1 ? (alternatives[0] ?? []) : [{ oneOf: alternatives, by }]
}

function sum(numbers: number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}

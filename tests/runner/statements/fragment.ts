import type { Expression } from 'typescript/unstable/ast'

/** Text; a value (a parameter); alternatives, chosen alike wherever `by` is the same; or something unknown until run time. */
export type Part = string | { value: Expression } | { oneOf: Fragment[]; by: string } | { unknown: string }
export type Fragment = Part[]

/** `unknown`: the part made at run time. */
export type Rendered = { text: string; values: Expression[]; unknown: string | undefined }

const maxVariants = 60

/** Enough to use every alternative once, not every combination. */
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

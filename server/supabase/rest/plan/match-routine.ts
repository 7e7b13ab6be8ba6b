import type { Argument, Routine } from '../../routines.ts'
import { mostAlike } from './most-alike.ts'
import type { Given } from '../parse/read-arguments.ts'
import { RestError } from '../rest-error.ts'

/** isWhole: the body is its single unnamed argument. */
export type Matched = { routine: Routine; isWhole: boolean }

/** @throws PGRST202 when none fits, PGRST203 when several do */
export function matchRoutine(known: ReadonlyMap<string, Routine[]>, name: string, given: Given, role: string): Matched {
  const all = known.get(name) ?? []
  const open = all.filter(routine => routine.callers.includes(role))
  const matched = matchAmong(open, given) ?? matchAmong(all, given)
  if (matched) return matched
  throw noSuchRoutine(known, name, given, role)
}

function matchAmong(candidates: Routine[], given: Given): Matched | undefined {
  const byName =
    given.json === undefined && given.whole ? [] : candidates.filter(one => fitsNames(one.arguments, given.names))
  const whole = candidates.filter(one => takesWhole(one.arguments, given))
  const fitting = byName.length > 0 ? byName : whole
  const [routine, another] = fitting
  if (!routine) return undefined
  if (another) throw severalRoutines(fitting)
  return { routine, isWhole: byName.length === 0 }
}

function fitsNames(wanted: Argument[], names: string[]): boolean {
  if (wanted.some(argument => argument.name === '')) return false
  const all = new Set(wanted.map(argument => argument.name))
  return wanted.every(one => one.hasDefault || names.includes(one.name)) && names.every(name => all.has(name))
}

function takesWhole(wanted: Argument[], { whole }: Given): boolean {
  const [only, another] = wanted
  return only !== undefined && !another && only.name === '' && whole?.types.includes(only.type) === true
}

function severalRoutines(routines: Routine[]): RestError {
  const shown = routines.map(({ name, arguments: all }) => {
    const list = all.map(argument => `${argument.name} => ${argument.type}`)
    return `public.${name}(${list.join(', ')})`
  })
  return new RestError(
    300,
    'PGRST203',
    `Could not choose the best candidate function between: ${shown.join(', ')}`,
    null,
    'Try renaming the parameters or the function itself in the database so function overloading can be resolved',
  )
}

/** Hints only at what the caller may call. */
function noSuchRoutine(known: ReadonlyMap<string, Routine[]>, name: string, given: Given, role: string): RestError {
  const { names, whole } = given
  const isBare = whole !== undefined && given.json === undefined && !whole.types.includes('json')
  const list = isBare ? '' : names.length === 0 ? ' without parameters' : `(${names.join(', ')})`
  const withNames =
    names.length === 0 ? ' without parameters' : ` with parameter${names.length > 1 ? 's' : ''} ${names.join(', ')}`
  const sought = isBare
    ? ` with a single unnamed ${whole.types.join('/')} parameter`
    : `${withNames}${whole ? ' or with a single unnamed json/jsonb parameter' : ''}`
  return new RestError(
    404,
    'PGRST202',
    `Could not find the function public.${name}${list} in the schema cache`,
    `Searched for the function public.${name}${sought}, but no matches were found in the schema cache.`,
    hintOf(known, name, names, role),
  )
}

function hintOf(known: ReadonlyMap<string, Routine[]>, name: string, names: string[], role: string): string | null {
  const open = new Map<string, string[]>()
  for (const [other, routines] of known) {
    const shown = routines.filter(routine => routine.callers.includes(role)).map(signature)
    if (shown.length > 0) open.set(other, shown)
  }
  const own = open.get(name)
  const alike = own ? (mostAlike(`${name}(${names.join(', ')})`, own) ?? own[0]) : mostAlike(name, open.keys())
  if (alike === undefined) return null
  return `Perhaps you meant to call the function public.${own ? alike : (open.get(alike)?.[0] ?? alike)}`
}

function signature({ name, arguments: all }: Routine): string {
  return all.length === 0 ? name : `${name}(${all.map(argument => argument.name).join(', ')})`
}

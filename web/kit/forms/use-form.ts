import { type FormEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { ApiError, messageOf } from '#web/data/api.ts'
import { useAction } from '../use-action.ts'
import { afterPress } from './after-press.ts'
import { useFocusFirstError } from './focus-first-error.ts'

type Name<Values> = keyof Values & string

export type Wrong<Values> = { [One in Name<Values>]?: string | undefined }

/** `known`: the `start` that was last taken over; `saved`: what was last sent, and arrived. */
type Held<Values> = { values: Values; known: Values; saved: Values | undefined }

type FormOptions<Values> = {
  start: Values | (() => Values)
  /** Fields with loaded or saved values follow a new `start`; typed, unsaved values stay. */
  follows?: boolean
  /** Runs before sending; any problem stops it. `lacks`: a problem that belongs to no field. */
  check?: (values: Values) => Wrong<Values> & { lacks?: string | undefined }
  /**
   * `false`: nothing happened, and the form stays; thrown errors are shown. `clear` sets fields of a form that stays open,
   * except where more was typed since.
   */
  save: (values: Values, clear: (change: Partial<Values>) => void) => Promise<unknown>
  /** The fields that an error belongs to; without one it becomes `problem`. */
  fieldOf?: (error: unknown) => Name<Values> | Name<Values>[] | undefined
  /** The form disappears after saving (dialog or page closes); until then the button stays busy. */
  once?: boolean
  /** As in useAction: sending leads to another site. */
  wakes?: boolean
  onChange?: (change: Partial<Values>) => void
  /** Replaces the server's message where it does not fit. */
  wordsOf?: (error: unknown) => string
}

export type Form<Values> = {
  props: { ref: RefObject<HTMLFormElement | null>; noValidate: true; onSubmit: (event: FormEvent) => void }
  values: Values
  wrong: Wrong<Values>
  busy: boolean
  /** Why the last try failed, if not about one field. */
  problem: string | undefined
  set: (change: Partial<Values>) => void
  field: <One extends Name<Values>>(
    name: One,
  ) => { value: Values[One]; onValue: (value: Values[One]) => void; error: string | undefined }
  choice: <One extends Name<Values>>(name: One) => { value: Values[One]; onChoose: (value: Values[One]) => void }
  /** Runs the check as sending does, for another button of the form. */
  passes: () => boolean
  /** Sends without a press, and with this change. */
  send: (change: Partial<Values>) => void
  /** Checks a non-empty field when it is left. */
  settle: (name: Name<Values>) => void
}

/** For `fieldOf`: those of these fields that the server names as wrong. */
export function refusedOf<Name extends string>(...names: Name[]): (error: unknown) => Name[] {
  return error => {
    const { field, fields } = error instanceof ApiError ? error.details : {}
    const refused = [field, fields].flat().map(one => (one as { path?: unknown } | undefined)?.path ?? one)
    return names.filter(name => refused.includes(name))
  }
}

/**
 * const form = useForm({ start: { name: shop.name }, save: ({ name }) => call('PATCH /api/v1/workspace', { body: { name } }) }), then
 * <form {...form.props}><Field label={texts.name} {...form.field('name')} />
 */
export function useForm<Values extends object>(options: FormOptions<Values>): Form<Values> {
  const { start, follows = false, check, save, fieldOf, once = false, wakes, onChange, wordsOf = messageOf } = options
  const [ref, focusFirstError] = useFocusFirstError()
  const [state, setState] = useState<Held<Values>>(() => {
    const first = typeof start === 'function' ? start() : start
    return { values: first, known: first, saved: undefined }
  })
  const { values, known, saved } = state
  const [wrong, setWrong] = useState<Wrong<Values>>({})
  if (follows && typeof start !== 'function' && !isSame(start, known))
    setState({ ...state, values: follow(values, known, start, [known, saved]), known: start })
  const latest = useRef({ values, check })
  useEffect(() => {
    latest.current = { values, check }
  })
  const { busy, problem, setProblem, perform } = useAction({ once, wakes, wordsOf })

  function setValues(next: (before: Values) => Values) {
    setState(before => ({ ...before, values: next(before.values) }))
  }

  function set(change: Partial<Values>) {
    onChange?.(change)
    setValues(before => ({ ...before, ...change }))
    setWrong(before => ({ ...before, ...Object.fromEntries(Object.keys(change).map(name => [name, undefined])) }))
  }
  const setOne = <One extends Name<Values>>(name: One, value: Values[One]) =>
    set({ [name]: value } as unknown as Partial<Values>)

  async function sendNow(sent: Values) {
    const clear = (change: Partial<Values>) =>
      setValues(before => follow(before, before, { ...before, ...change }, [sent]))
    try {
      const done = await save(sent, clear)
      if (done === false) focusFirstError()
      // Only now: what could not be saved is nowhere but here.
      else setState(now => ({ ...now, values: follow(now.values, known, now.known, [sent]), saved: sent }))
      return done
    } catch (error) {
      const names = [fieldOf?.(error) ?? []].flat()
      if (names.length === 0) throw error
      setWrong(Object.fromEntries(names.map(name => [name, wordsOf(error)])) as Wrong<Values>)
      focusFirstError()
      return false
    }
  }

  function onSubmit(event: FormEvent) {
    event.preventDefault()
    event.stopPropagation()
    submit(values)
  }

  function submit(sent: Values) {
    if (busy || !passes(sent)) return
    void perform(() => sendNow(sent))
  }

  function passes(typed: Values): boolean {
    const { lacks, ...found } = check?.(typed) ?? {}
    setWrong(found as Wrong<Values>)
    setProblem(lacks)
    const isWrong = Boolean(lacks) || Object.values(found).some(Boolean)
    if (isWrong) focusFirstError()
    return !isWrong
  }

  return {
    props: { ref, noValidate: true, onSubmit },
    values,
    wrong,
    busy,
    problem,
    set,
    field: name => ({ value: values[name], onValue: value => setOne(name, value), error: wrong[name] }),
    choice: name => ({ value: values[name], onChoose: value => setOne(name, value) }),
    passes: () => passes(values),
    send(change) {
      set(change)
      submit({ ...values, ...change })
    },
    settle: name =>
      afterPress(() => {
        const now = latest.current
        if (now.values[name] !== '') setWrong(before => ({ ...before, [name]: now.check?.(now.values)[name] }))
      }),
  }
}

/** Fields that changed from one to the other become so, if they still hold one of these. */
function follow<Values extends object>(
  values: Values,
  from: Values,
  to: Values,
  untyped: (Values | undefined)[],
): Values {
  const changed = (Object.keys(to) as Name<Values>[]).filter(
    name => !isSame(from[name], to[name]) && untyped.some(one => one && isSame(one[name], values[name])),
  )
  return { ...values, ...Object.fromEntries(changed.map(name => [name, to[name]])) }
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

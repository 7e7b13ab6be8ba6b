import { type FormEvent, type RefObject, useRef, useState } from 'react'
import { messageOf } from '#web/data/api.ts'
import { useAction } from '../use-action.ts'
import { focusFirstError } from './focus-first-error.ts'

type Name<Values> = keyof Values & string

/** What is wrong, by field, in the reader's words. */
export type Wrong<Values> = { [One in Name<Values>]?: string | undefined }

type FormOptions<Values> = {
  start: Values | (() => Values)
  /** Looks at what was typed before anything is sent; nothing is, while something is wrong. `lacks`: what no field says. */
  check?: (values: Values) => Wrong<Values> & { lacks?: string | undefined }
  /** Sends it. `false`: nothing came of it, and the form stays for another try; what it throws is told. */
  save: (values: Values) => Promise<unknown>
  /** The field that a refusal is about, which says it then; without one it is `problem`. */
  fieldOf?: (error: unknown) => Name<Values> | undefined
  /** What was saved takes the form away (the dialog closes, the page is left): until then the button stays busy. */
  once?: boolean
  /** Hears each change: for what outlives the form. */
  onChange?: (change: Partial<Values>) => void
  /** The words for what was thrown, where the server's own do not fit. */
  wordsOf?: (error: unknown) => string
}

export type Form<Values> = {
  /** For the `<form>`. */
  props: { ref: RefObject<HTMLFormElement | null>; noValidate: true; onSubmit: (event: FormEvent) => void }
  values: Values
  wrong: Wrong<Values>
  busy: boolean
  /** Why the last try failed, where it is about no field. */
  problem: string | undefined
  /** What is being mended is not complained about. */
  set: (change: Partial<Values>) => void
  /** For a Field or a TextareaField. */
  field: <One extends Name<Values>>(
    name: One,
  ) => { value: Values[One]; onValue: (value: Values[One]) => void; error: string | undefined }
  /** For a SelectField or a SegmentedControl. */
  choice: <One extends Name<Values>>(name: One) => { value: Values[One]; onChoose: (value: Values[One]) => void }
  /** Looks at one field before the whole form is sent: when it is left, with something in it. */
  settle: (name: Name<Values>) => void
}

/**
 * What somebody fills in and sends: the values, what is wrong with them, and whether they are on their way. After a
 * refusal the focus is in the first wrong field.
 *
 *     const form = useForm({ start: { name: shop.name }, save: ({ name }) => call('PATCH /api/v1/workspace', { body: { name } }) })
 *     <form {...form.props}><Field label={texts.name} {...form.field('name')} />…
 */
export function useForm<Values extends object>(options: FormOptions<Values>): Form<Values> {
  const { start, check, save, fieldOf, once = false, onChange, wordsOf = messageOf } = options
  const ref = useRef<HTMLFormElement>(null)
  const [values, setValues] = useState(start)
  const [wrong, setWrong] = useState<Wrong<Values>>({})
  const { busy, problem, setProblem, perform } = useAction({ once, wordsOf })

  function set(change: Partial<Values>) {
    onChange?.(change)
    setValues(before => ({ ...before, ...change }))
    setWrong(before => ({ ...before, ...Object.fromEntries(Object.keys(change).map(name => [name, undefined])) }))
  }
  const setOne = <One extends Name<Values>>(name: One, value: Values[One]) =>
    set({ [name]: value } as unknown as Partial<Values>)

  async function send() {
    try {
      const saved = await save(values)
      if (saved === false) focusFirstError(ref.current)
      return saved
    } catch (error) {
      const name = fieldOf?.(error)
      if (name === undefined) throw error
      setWrong({ [name]: wordsOf(error) } as Wrong<Values>)
      focusFirstError(ref.current)
      return false
    }
  }

  function onSubmit(event: FormEvent) {
    event.preventDefault()
    event.stopPropagation()
    if (busy) return
    const { lacks, ...found } = check?.(values) ?? {}
    setWrong(found as Wrong<Values>)
    setProblem(lacks)
    if (lacks || Object.values(found).some(Boolean)) return focusFirstError(ref.current)
    void perform(send)
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
    settle: name => {
      if (values[name] !== '') setWrong(before => ({ ...before, [name]: check?.(values)[name] }))
    },
  }
}

import { isUnreachable } from '#web/data/api.ts'
import { type Form, useForm } from './use-form.ts'

type CodeFormOptions = {
  length?: number
  /** Said when an incomplete code is sent. */
  missing?: string
  save: (code: string) => Promise<unknown>
  once?: boolean
  wordsOf?: (error: unknown) => string
}

type CodeForm = Pick<Form<{ code: string }>, 'props' | 'busy'> & {
  code: string
  field: { value: string; onValue: (digits: string) => void; error: string | undefined; length: number }
}

/** One code: sent with its last digit, emptied when refused. Without a network it stays, and Enter sends it again. */
export function useCodeForm({ length = 6, missing, save, ...rest }: CodeFormOptions): CodeForm {
  const form = useForm({
    start: { code: '' },
    check: ({ code }) => ({ code: code.length < length ? missing : undefined }),
    async save({ code }) {
      if (code.length < length) return false
      try {
        return await save(code)
      } catch (error) {
        if (!isUnreachable(error)) form.set({ code: '' })
        throw error
      }
    },
    fieldOf: () => 'code',
    ...rest,
  })
  const { code } = form.values

  function onValue(digits: string) {
    if (form.busy || digits === code) return
    if (digits.length === length) form.send({ code: digits })
    else form.set({ code: digits })
  }
  return { props: form.props, busy: form.busy, code, field: { ...form.field('code'), onValue, length } }
}

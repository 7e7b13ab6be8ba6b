// The form that use-code-form.test.ts fills in.
import { useState } from 'react'
import { createRoot } from 'react-dom/client'
import { call } from '#web/data/api.ts'
import { Button } from '../button.tsx'
import { CodeField } from './code-field.tsx'
import { useCodeForm } from './use-code-form.ts'

function Code() {
  const [saved, setSaved] = useState(0)
  const form = useCodeForm({
    missing: 'Six digits, please.',
    async save(code) {
      await call('POST /api/v1/account/notification-email/confirm', { body: { code }, repeatable: true })
      setSaved(before => before + 1)
    },
  })
  return (
    <form {...form.props}>
      <CodeField label="Code" {...form.field} />
      <Button type="submit" busy={form.busy}>
        Confirm
      </Button>
      <output aria-label="Saved">{saved}</output>
    </form>
  )
}

createRoot(document.querySelector('#root')!).render(<Code />)

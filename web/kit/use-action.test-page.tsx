// The acts that use-action.test.ts presses: one that may be done again, and one that leads to another site.
import { createRoot } from 'react-dom/client'
import { call } from '#web/data/api.ts'
import { IconButton } from './button.tsx'
import { useAction } from './use-action.ts'

function Act({ name, leaves = false }: { name: string; leaves?: boolean }) {
  const { busy, problem, perform } = useAction({ once: leaves, wakes: leaves })
  const act = () =>
    perform(() => call('POST /api/v1/sources/:id/retry', { params: { id: name.toLowerCase() }, repeatable: true }))
  return (
    <p>
      {/* This one itself lets every press through. */}
      <IconButton icon="check" label={name} aria-busy={busy || undefined} onClick={() => void act()} />
      {problem && <span role="alert">{problem}</span>}
    </p>
  )
}

createRoot(document.querySelector('#root')!).render(
  <>
    <Act name="Again" />
    <Act name="Leave" leaves />
  </>,
)

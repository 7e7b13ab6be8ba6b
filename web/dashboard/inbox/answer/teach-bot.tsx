import { lazy, Suspense, useState } from 'react'
import { Button } from '#web/kit/button.tsx'

const ImproveAnswer = lazy(async () => ({ default: (await import('./improve-answer.tsx')).ImproveAnswer }))

export function TeachBot({ answerId, text, alone = false }: { answerId: string; text: string; alone?: boolean }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      {alone ? (
        <Button onClick={() => setOpen(true)}>{text}</Button>
      ) : (
        <button type="button" className="link link-alone" onClick={() => setOpen(true)}>
          {text}
        </button>
      )}
      {open && (
        <Suspense fallback={null}>
          <ImproveAnswer answerId={answerId} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}

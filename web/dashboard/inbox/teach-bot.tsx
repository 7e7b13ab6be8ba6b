import { lazy, Suspense, useState } from 'react'

const ImproveAnswer = lazy(async () => ({ default: (await import('./improve-answer.tsx')).ImproveAnswer }))

/** The way from an answer, or from none, to what the bot should say. */
export function TeachBot({ answerId, text }: { answerId: string; text: string }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <button type="button" className="link link-alone" onClick={() => setOpen(true)}>
        {text}
      </button>
      {open && (
        <Suspense fallback={null}>
          <ImproveAnswer answerId={answerId} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}

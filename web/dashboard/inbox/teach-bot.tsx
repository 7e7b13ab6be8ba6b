import { useState } from 'react'
import { ImproveAnswer } from './improve-answer.tsx'

/** The way from an answer, or from none, to what the bot should say. */
export function TeachBot({ answerId, text }: { answerId: string; text: string }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <button type="button" className="link link-alone" onClick={() => setOpen(true)}>
        {text}
      </button>
      {open && <ImproveAnswer answerId={answerId} onClose={() => setOpen(false)} />}
    </>
  )
}

import { Link } from 'react-router'
import { buttonClass } from '#web/kit/button.tsx'
import { EmptyState } from '#web/kit/feedback/empty-state.tsx'

/** On the page of one thing that is there no more, or never was. */
export function GoneState({ back, ...words }: { title: string; text: string; back: { to: string; text: string } }) {
  return (
    <EmptyState
      {...words}
      action={
        <Link className={buttonClass()} to={back.to}>
          {back.text}
        </Link>
      }
    />
  )
}

import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { inboxTexts } from '#shared/texts/inbox/inbox-texts.ts'
import { inboxToolsTexts } from '#shared/texts/inbox/inbox-tools-texts.ts'
import { useTexts } from '#web/data/language.tsx'
import { PetalMeter } from '#web/kit/petal-meter.tsx'
import { Button } from '#web/kit/button.tsx'
import { LoadError } from '#web/kit/feedback/load-error.tsx'
import { fill } from '#web/parts/language/texts.ts'
import { makeScrollPlace, type ScrollPlace } from './scroll-place.ts'

type LogProps = {
  label: string
  newest: number
  sent: number
  /** A message to scroll to; `ask` differs with each request. */
  sought: { id: string; ask: string } | undefined
  more: boolean
  loadingMore: boolean
  moreFailed: boolean
  loadMore(): void
  children: ReactNode
}

/** Stays at the end while the reader is there; otherwise changes never move what is being read. */
export function ThreadLog(props: LogProps) {
  const { label, newest, sent, sought, more, loadingMore, moreFailed, loadMore, children } = props
  const texts = useTexts(inboxTexts)
  const tools = useTexts(inboxToolsTexts)
  const scroller = useRef<HTMLDivElement>(null)
  const column = useRef<HTMLDivElement>(null)
  const top = useRef<HTMLDivElement>(null)
  const place = useRef<ScrollPlace>(undefined)
  const [away, setAway] = useState(false)
  const [seen, setSeen] = useState(newest)

  useLayoutEffect(() => {
    if (!scroller.current || !column.current) return
    place.current ??= makeScrollPlace(scroller.current, column.current)
    place.current.keep()
  })

  if (!away && seen !== newest) setSeen(newest)

  useEffect(() => {
    if (sent > 0) place.current?.toEnd()
  }, [sent])

  useEffect(() => {
    if (!sought) return
    const mark = column.current?.querySelector<HTMLElement>(`[data-message="${sought.id}"]`)
    const goal = mark?.nextElementSibling
    if (!mark || !goal) return
    goal.scrollIntoView({ block: 'center' })
    place.current?.moved()
    mark.dataset['sought'] = 'yes'
    return () => {
      delete mark.dataset['sought']
    }
  }, [sought])

  useEffect(() => {
    const watch = new ResizeObserver(() => place.current?.keep())
    if (scroller.current) watch.observe(scroller.current)
    if (column.current) watch.observe(column.current)
    return () => watch.disconnect()
  }, [])

  useEffect(() => {
    if (!more || loadingMore || moreFailed || !top.current) return
    const watch = new IntersectionObserver(found => found.some(entry => entry.isIntersecting) && loadMore(), {
      root: scroller.current,
      rootMargin: '400px 0px 0px 0px',
    })
    watch.observe(top.current)
    return () => watch.disconnect()
  }, [more, loadingMore, moreFailed, loadMore])

  const fresh = newest - seen
  return (
    <div className="inbox-log-frame">
      <div
        ref={scroller}
        className="inbox-log"
        role="log"
        aria-live="polite"
        aria-label={label}
        aria-busy={loadingMore}
        tabIndex={0}
        onScroll={() => setAway(!(place.current?.moved() ?? true))}
      >
        <div ref={column} className="inbox-column">
          <div ref={top} className="inbox-top">
            {moreFailed ? (
              <LoadError brief failed={texts.olderFailed} query={{ refetch: loadMore }} />
            ) : (
              loadingMore && <PetalMeter filled="waiting" width={30} label={texts.older} />
            )}
          </div>
          {children}
        </div>
      </div>
      {away && (
        <Button
          className={`inbox-to-end ${fresh > 0 ? '' : 'inbox-to-end-plain'}`}
          size="sm"
          icon="arrow-down"
          onClick={() => place.current?.toEnd()}
          aria-label={fresh > 0 ? undefined : tools.toNewest}
          title={fresh > 0 ? undefined : tools.toNewest}
        >
          {fresh > 1 ? fill(tools.newSince, { count: fresh }) : fresh === 1 && texts.newMessages}
        </Button>
      )}
    </div>
  )
}

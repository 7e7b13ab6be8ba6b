import { type ReactNode, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { inboxTexts } from '#shared/texts/inbox-texts.ts'
import { useTexts } from '#web/data/language.tsx'
import { Button } from '#web/kit/button.tsx'
import { Bloom } from '#web/kit/bloom.tsx'

const nearEnd = 80

type LogProps = {
  label: string
  /** The oldest and the newest thing shown: they tell growth above from growth below. */
  oldest: string | undefined
  newest: string | undefined
  /** Raised by one when the member sends: the end is shown again. */
  sent: number
  more: boolean
  loadingMore: boolean
  moreFailed: boolean
  loadMore(): void
  children: ReactNode
}

/**
 * The column of a conversation. It stays at its end while the reader is there; what grows above or below never moves what is
 * being read.
 */
export function ThreadLog({
  label,
  oldest,
  newest,
  sent,
  more,
  loadingMore,
  moreFailed,
  loadMore,
  children,
}: LogProps) {
  const texts = useTexts(inboxTexts)
  const scroller = useRef<HTMLDivElement>(null)
  const column = useRef<HTMLDivElement>(null)
  const top = useRef<HTMLDivElement>(null)
  const place = useRef({ atEnd: true, height: 0, oldest: undefined as string | undefined })
  const [unseen, setUnseen] = useState(false)

  const toEnd = useCallback(() => {
    const element = scroller.current
    if (!element) return
    element.scrollTop = element.scrollHeight
    place.current.atEnd = true
    setUnseen(false)
  }, [])

  useLayoutEffect(() => {
    const element = scroller.current
    if (!element) return
    const { atEnd, height, oldest: before } = place.current
    if (atEnd) element.scrollTop = element.scrollHeight
    else if (before !== undefined && before !== oldest) element.scrollTop += element.scrollHeight - height
    place.current.height = element.scrollHeight
    place.current.oldest = oldest
  }, [oldest, newest, children])

  useEffect(() => {
    if (!place.current.atEnd) setUnseen(true)
  }, [newest])

  useEffect(() => {
    if (sent > 0) toEnd()
  }, [sent, toEnd])

  // The composer grows, an explanation opens, the window is turned: whoever was at the end stays there.
  useEffect(() => {
    const watch = new ResizeObserver(() => {
      const element = scroller.current
      if (!element) return
      if (place.current.atEnd) element.scrollTop = element.scrollHeight
      place.current.height = element.scrollHeight
    })
    if (scroller.current) watch.observe(scroller.current)
    if (column.current) watch.observe(column.current)
    return () => watch.disconnect()
  }, [])

  useEffect(() => {
    if (!more || loadingMore || moreFailed || !top.current) return
    const watch = new IntersectionObserver(seen => seen.some(entry => entry.isIntersecting) && loadMore(), {
      root: scroller.current,
      rootMargin: '400px 0px 0px 0px',
    })
    watch.observe(top.current)
    return () => watch.disconnect()
  }, [more, loadingMore, moreFailed, loadMore])

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
        onScroll={event => {
          const { scrollHeight, scrollTop, clientHeight } = event.currentTarget
          place.current.atEnd = scrollHeight - scrollTop - clientHeight < nearEnd
          if (place.current.atEnd) setUnseen(false)
        }}
      >
        <div ref={column} className="inbox-column">
          <div ref={top} className="inbox-top">
            {moreFailed ? (
              <span className="row">
                {texts.olderFailed}
                <Button size="sm" onClick={loadMore}>
                  {texts.retry}
                </Button>
              </span>
            ) : (
              loadingMore && <Bloom filled="waiting" width={30} label={texts.older} />
            )}
          </div>
          {children}
        </div>
      </div>
      {unseen && (
        <Button className="inbox-to-end" size="sm" icon="arrow-down" onClick={toEnd}>
          {texts.newMessages}
        </Button>
      )}
    </div>
  )
}

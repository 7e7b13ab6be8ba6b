import { useEffect, useRef } from 'react'
import { sureFrom } from '#shared/contracts/training/photos.contract.ts'
import type { PhotoLine } from '#shared/contracts/training/photos.results.ts'
import { photosTexts } from '#shared/texts/training/photos-texts.ts'
import { useTexts } from '#web/data/language.tsx'
import { Icon } from '#web/kit/icons/icon.tsx'
import { ImageCrop } from './image-crop.tsx'
import { isOpen } from './use-lines.ts'

/** Long enough to compare a line with its picture. */
const dwellMs = 1_000
/** Not the area under the bars at the top and bottom of a phone. */
const unhidden = { threshold: 1, rootMargin: '-64px 0px' }

type Page = { page: number; width: number; height: number }
type Props = {
  lines: readonly PhotoLine[]
  at: number | undefined
  isTyped(position: number): boolean
  pages: readonly Page[]
  pictureOf(page: number): string | null | undefined
  onPick(position: number): void
  /** the whole line stood on the screen for `dwellMs` */
  onSeen(position: number): void
}

export function LineList({ lines, at, isTyped, pages, pictureOf, onPick, onSeen }: Props) {
  const texts = useTexts(photosTexts)
  return (
    <ol className="photo-list" aria-label={texts.all}>
      {lines.map(line => (
        <Row
          key={line.position}
          line={line}
          hasTyped={isTyped(line.position)}
          isHere={line.position === at}
          page={pages.find(({ page }) => page === line.page)}
          picture={pictureOf(line.page)}
          onPick={onPick}
          onSeen={onSeen}
        />
      ))}
    </ol>
  )
}

type RowProps = Pick<Props, 'onPick' | 'onSeen'> & {
  line: PhotoLine
  hasTyped: boolean
  isHere: boolean
  page: Page | undefined
  picture: string | null | undefined
}

function Row({ line, hasTyped, isHere, page, picture, onPick, onSeen }: RowProps) {
  const element = useRef<HTMLLIElement>(null)
  const seen = useRef(onSeen)
  useEffect(() => {
    seen.current = onSeen
  }, [onSeen])
  const isShown = Boolean(picture && page)
  useEffect(() => {
    if (!element.current || !isShown) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const watcher = new IntersectionObserver(entries => {
      clearTimeout(timer)
      if (entries.at(-1)?.isIntersecting) timer = setTimeout(() => seen.current(line.position), dwellMs)
    }, unhidden)
    watcher.observe(element.current)
    return () => {
      clearTimeout(timer)
      watcher.disconnect()
    }
  }, [line.position, isShown])
  const words = (line.said ?? line.cells).filter(cell => cell !== '').join(' · ')
  return (
    <li ref={element} data-state={isOpen(line) ? 'open' : line.state}>
      <button type="button" aria-current={isHere || undefined} onClick={() => onPick(line.position)}>
        {picture && page && <ImageCrop picture={picture} page={page} box={line.box} height={40} />}
        <span className="photo-words">{words}</span>
        {hasTyped ? <Typed /> : <StateWords line={line} />}
      </button>
    </li>
  )
}

function Typed() {
  const texts = useTexts(photosTexts)
  return (
    <span className="photo-state photo-waits">
      <Icon name="pencil" size="sm" />
      {texts.stateTyped}
    </span>
  )
}

function StateWords({ line }: { line: PhotoLine }) {
  const texts = useTexts(photosTexts)
  if (isOpen(line))
    return (
      <span className="photo-state photo-waits">
        <Icon name="clock" size="sm" />
        {line.confidence < sureFrom ? texts.stateDoubt : texts.stateOpen}
      </span>
    )
  const words = {
    open: texts.stateFree,
    right: texts.stateRight,
    changed: texts.stateChanged,
    dropped: texts.stateDropped,
  }
  const icons = { open: 'check', right: 'circle-check', changed: 'pencil', dropped: 'x' } as const
  return (
    <span className="photo-state">
      <Icon name={icons[line.state]} size="sm" />
      {words[line.state]}
    </span>
  )
}

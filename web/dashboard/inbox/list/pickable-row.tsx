import { type MouseEvent, type PointerEvent, type ReactNode, useEffect, useRef } from 'react'

const longPressMs = 450
const tremble = 10

type PickableProps = {
  label: string
  picked: boolean
  /** Something is already picked: on phones a tap picks. */
  picking: boolean
  tabbable: boolean
  /** @param reach picks everything from the previous one up to here */
  onPick(reach: boolean): void
  children: ReactNode
}

export function PickableRow({ label, picked, picking, tabbable, onPick, children }: PickableProps) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const start = useRef({ x: 0, y: 0, held: false })
  useEffect(() => () => clearTimeout(timer.current), [])

  function press(event: PointerEvent) {
    start.current = { x: event.clientX, y: event.clientY, held: false }
    if (event.pointerType !== 'touch') return
    timer.current = setTimeout(() => {
      start.current.held = true
      onPick(false)
    }, longPressMs)
  }

  function move(event: PointerEvent) {
    const { x, y } = start.current
    if (Math.hypot(event.clientX - x, event.clientY - y) > tremble) clearTimeout(timer.current)
  }

  function click(event: MouseEvent) {
    if ((event.target as HTMLElement).closest('.inbox-pick')) return
    const byTouch = (event.nativeEvent as globalThis.PointerEvent).pointerType === 'touch'
    const { held } = start.current
    start.current.held = false
    if (!held && !event.shiftKey && !(byTouch && picking)) return
    // The row is a link: holding or picking must not follow it.
    event.preventDefault()
    event.stopPropagation()
    if (!held) onPick(event.shiftKey)
  }

  return (
    <div
      className="inbox-pickable"
      data-picked={picked || undefined}
      onPointerDown={press}
      onPointerMove={move}
      onPointerUp={() => clearTimeout(timer.current)}
      onPointerCancel={() => clearTimeout(timer.current)}
      onContextMenu={event => start.current.held && event.preventDefault()}
      onClickCapture={click}
    >
      {children}
      <label className="inbox-pick">
        <input
          type="checkbox"
          aria-label={label}
          checked={picked}
          tabIndex={tabbable ? 0 : -1}
          onChange={event => onPick((event.nativeEvent as globalThis.MouseEvent).shiftKey)}
        />
      </label>
    </div>
  )
}

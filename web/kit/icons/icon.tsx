import { iconShapes, type IconName } from './icon-shapes.ts'

/** Without `label` it is decoration, hidden from assistive technology. */
export function Icon({
  name,
  size = 'md',
  label,
}: {
  name: IconName
  size?: 'sm' | 'md' | 'lg'
  label?: string | undefined
}) {
  const className = size === 'md' ? 'icon' : `icon-${size}`
  const forReaders = label === undefined ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label }
  return (
    <svg
      className={className}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeLinecap="round"
      strokeLinejoin="round"
      {...forReaders}
    >
      {iconShapes[name].map(shape => (
        <path key={shape} d={shape} />
      ))}
    </svg>
  )
}

import type { PhotoBox } from '#shared/contracts/training/photos.results.ts'

type Page = { width: number; height: number }
/** height: at most, in points; label: omitted where text beside it says the same */
type Props = { picture: string; page: Page; box: PhotoBox; label?: string; height: number }

const whole = 10_000

export function ImageCrop({ picture, page, box, label, height: maxHeight }: Props) {
  const [left, top, right, bottom] = withMargin(box, page)
  const [width, height] = [right - left, bottom - top]
  const ratio = (width * page.width) / (height * page.height)
  return (
    <span
      className="photo-piece"
      {...(label === undefined ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label })}
      style={{ aspectRatio: ratio, width: `min(100%, ${Math.round(maxHeight * ratio)}px)` }}
    >
      <img
        src={picture}
        alt=""
        style={{
          width: `${(100 * whole) / width}%`,
          left: `${(-100 * left) / width}%`,
          top: `${(-100 * top) / height}%`,
        }}
      />
    </span>
  )
}

function withMargin([left, top, right, bottom]: PhotoBox, page: Page): PhotoBox {
  const up = Math.max(30, 0.4 * (bottom - top))
  const aside = (up * page.height) / page.width
  return [
    Math.max(0, left - aside),
    Math.max(0, top - up),
    Math.min(whole, right + aside),
    Math.min(whole, bottom + up),
  ]
}

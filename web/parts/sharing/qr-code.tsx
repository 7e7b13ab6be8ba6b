import { useMemo } from 'react'
import { encode } from 'uqr'
import { Button } from '#web/kit/button.tsx'
import './qr-code.css'

/** White modules around a code, without which cameras do not find it. */
const quiet = 4
const ink = '#0A3A2D'

/** Dark on white in every theme, as cameras need it. */
export function QrCode({ text, label, save, name }: { text: string; label: string; save?: string; name?: string }) {
  const { path, size } = useMemo(() => {
    const { data, size } = encode(text, { ecc: 'M', border: quiet })
    const squares = data.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : [])))
    return { path: squares.join(''), size }
  }, [text])
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges"><rect width="${size}" height="${size}" fill="#fff"/><path d="${path}" fill="${ink}"/></svg>`

  function downloadFile() {
    const link = document.createElement('a')
    link.href = `data:image/svg+xml,${encodeURIComponent(drawing)}`
    link.download = `${name}.svg`
    link.click()
  }

  return (
    <div className="link-code">
      <svg viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label} shapeRendering="crispEdges">
        <rect width={size} height={size} fill="#fff" />
        <path d={path} fill={ink} />
      </svg>
      {save && (
        <Button look="quiet" size="sm" icon="download" onClick={downloadFile}>
          {save}
        </Button>
      )}
    </div>
  )
}

import { useMemo } from 'react'
import { encode } from 'uqr'
import { Button } from '#web/kit/button.tsx'

/** White modules around a code, without which cameras do not find it. */
const quiet = 4
const ink = '#0A3A2D'

export function TransferCode({ text, label, save, name }: { text: string; label: string; save: string; name: string }) {
  const { data, size } = useMemo(() => encode(text, { ecc: 'M', border: quiet }), [text])
  const path = useMemo(
    () => data.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : []))).join(''),
    [data],
  )
  return (
    <div className="pay-code">
      <svg
        viewBox={`0 0 ${size} ${size}`}
        width="264"
        height="264"
        role="img"
        aria-label={label}
        shapeRendering="crispEdges"
      >
        <rect width={size} height={size} fill="#fff" />
        <path d={path} fill={ink} />
      </svg>
      <Button look="quiet" size="sm" icon="download" onClick={() => savePicture(data, name)}>
        {save}
      </Button>
    </div>
  )
}

/** For a banking app on the same phone. */
function savePicture(data: boolean[][], name: string): void {
  const module = 16
  const canvas = document.createElement('canvas')
  canvas.width = canvas.height = data.length * module
  const paint = canvas.getContext('2d')
  if (!paint) return
  paint.fillStyle = '#fff'
  paint.fillRect(0, 0, canvas.width, canvas.height)
  paint.fillStyle = ink
  for (const [y, row] of data.entries())
    for (const [x, dark] of row.entries()) if (dark) paint.fillRect(x * module, y * module, module, module)
  const link = document.createElement('a')
  link.href = canvas.toDataURL('image/png')
  link.download = `${name}.png`
  link.click()
}

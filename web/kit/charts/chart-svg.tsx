import { type ReactNode, useId } from 'react'

type ChartSvgProps = { title: string; summary: string; width: number; height: number; children: ReactNode }

/** A picture for screen readers: its title and what it shows. */
export function ChartSvg({ title, summary, width, height, children }: ChartSvgProps) {
  const id = useId()
  return (
    <svg width={width} height={height} role="img" aria-labelledby={`${id}t ${id}d`}>
      <title id={`${id}t`}>{title}</title>
      <desc id={`${id}d`}>{summary}</desc>
      {children}
    </svg>
  )
}

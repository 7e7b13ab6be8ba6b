import type { ReactNode } from 'react'

export function EmptyState({ title, text, action }: { title: string; text?: ReactNode; action?: ReactNode }) {
  return (
    <div className="state">
      <EmptyIllustration />
      <h2>{title}</h2>
      {text && <p>{text}</p>}
      {action}
    </div>
  )
}

export function EmptyIllustration() {
  return (
    <svg width="150" height="76" viewBox="0 0 150 76" fill="none" aria-hidden="true">
      <path
        d="M6 52c17-6 34-6 51 0s34 6 51 0 26-5 36-2M26 66c14-5 28-5 42 0s28 5 42 0"
        stroke="var(--leaf-line)"
        strokeWidth="2"
      />
      <ellipse cx="96" cy="50" rx="26" ry="6.5" fill="var(--leaf)" />
      <path d="M95 50l30-4v3Z" fill="var(--surface)" />
      <path d="M58 52c2-12-1-18-1-24" stroke="var(--leaf)" strokeWidth="2.4" />
      <path d="M57 30c-7-7-8-16 0-26 8 10 7 19 0 26Z" fill="var(--mark-heart, #DE6A93)" />
    </svg>
  )
}

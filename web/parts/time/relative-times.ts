import { useEffect, useState } from 'react'
import type { Language } from '#shared/words.ts'

const locale = { vi: 'vi-VN', en: 'en-GB' }
const steps = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const

/** "5 phút trước", "3 hours ago"; `justNow` under a minute. */
export function timeAgo(language: Language, at: string, now: number, justNow: string): string {
  const past = now - Date.parse(at)
  const step = steps.find(([, size]) => past >= size)
  if (!step) return justNow
  return new Intl.RelativeTimeFormat(locale[language]).format(-Math.floor(past / step[1]), step[0])
}

/** At least a minute: "14 phút", "3 hours". */
export function duration(language: Language, ms: number): string {
  const [unit, size] = steps.find(([, min]) => ms >= min) ?? steps[2]
  const count = Math.max(1, Math.floor(ms / size))
  return new Intl.NumberFormat(locale[language], { style: 'unit', unit, unitDisplay: 'long' }).format(count)
}

/** In milliseconds, renewed every half minute. */
export function useNow(everyMs = 30_000): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), everyMs)
    return () => clearInterval(timer)
  }, [everyMs])
  return now
}

/** Seconds left; 0 when over. */
export function useCoolDown(startWith = 0): { left: number; start: (seconds: number) => void } {
  const [until, setUntil] = useState(() => Date.now() + startWith * 1000)
  const [now, setNow] = useState(() => Date.now())
  const left = Math.max(0, Math.ceil((until - now) / 1000))
  const running = left > 0
  useEffect(() => {
    if (!running) return
    const timer = setInterval(() => setNow(Date.now()), 500)
    return () => clearInterval(timer)
  }, [running])
  const start = (seconds: number) => {
    setNow(Date.now())
    setUntil(Date.now() + seconds * 1000)
  }
  return { left, start }
}

import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { addresses } from '#shared/addresses.ts'
import { correctionsTexts } from '#shared/texts/training/corrections-texts.ts'
import { factsTexts } from '#shared/texts/training/facts-texts.ts'
import { gateTexts } from '#shared/texts/training/gate-texts.ts'
import { testQuestionsTexts } from '#shared/texts/training/test-questions-texts.ts'
import { trainingTexts } from '#shared/texts/training/training-texts.ts'
import { useTexts } from '#web/data/language.tsx'
import type { LiveRows } from '#web/data/live/live-rows.tsx'
import '#web/kit/styles/tabs.css'

export const trainingTabs = ['facts', 'files', 'links', 'pairs', 'unanswered', 'tests', 'history'] as const
export type TrainingTab = (typeof trainingTabs)[number]

export function tabAddress(tab: TrainingTab): string {
  return tab === 'files' ? addresses.training : `${addresses.training}?tab=${tab}`
}

export function TrainingTabs({ current, counts }: { current: TrainingTab; counts: Record<TrainingTab, string> }) {
  const texts = useTexts(trainingTexts)
  const corrections = useTexts(correctionsTexts)
  const tests = useTexts(testQuestionsTexts)
  const gate = useTexts(gateTexts)
  const facts = useTexts(factsTexts)
  const names: Record<TrainingTab, string> = {
    facts: facts.tab,
    files: texts.tabFiles,
    links: texts.tabLinks,
    pairs: texts.tabPairs,
    unanswered: corrections.tab,
    tests: tests.tab,
    history: gate.history,
  }
  const nav = useRef<HTMLElement>(null)
  useEffect(() => {
    nav.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [current, counts.unanswered])
  return (
    <nav ref={nav} className="section-tabs" aria-label={texts.tabsLabel}>
      {trainingTabs.map(tab => (
        <Link key={tab} to={tabAddress(tab)} aria-current={tab === current ? 'page' : undefined}>
          {names[tab]} <span className="muted num">{counts[tab]}</span>
        </Link>
      ))}
    </nav>
  )
}

/** Only counts what has been loaded. */
export function countOf({ rows, more, status }: LiveRows<unknown>): string {
  return status === 'ready' ? `${rows.length}${more ? '+' : ''}` : ''
}

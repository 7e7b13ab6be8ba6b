import { useRef, useState } from 'react'
import type { BotSettings, SettingsChange } from '#shared/contracts/bot/bot-settings.contract.ts'
import { configurationTexts } from '#shared/texts/bot/configuration-texts.ts'
import { call } from '#web/data/api.ts'
import { useTexts } from '#web/data/language.tsx'
import { useOnline } from '#web/data/live/live-rows.tsx'
import { useAction } from '#web/kit/use-action.ts'
import { Notice } from '#web/kit/feedback/notice.tsx'
import { SegmentedControl } from '#web/kit/forms/segmented-control.tsx'
import { showToast } from '#web/kit/feedback/toast.tsx'
import { useMedia } from '#web/parts/page/use-media.ts'
import { sendTried } from '#web/parts/answers/worse-answers.ts'
import { ConfigurationTabs, type ConfigurationTab, useConfigurationTab } from './configuration-tabs.tsx'
import { CannedPanel } from './canned-panel.tsx'
import { type Draft, hasProblems, problemsOf, realChanges } from './draft.ts'
import { HoursPanel } from './hours-panel.tsx'
import { LeaveGuard } from './leave-guard.tsx'
import { AppearancePanels } from './appearance/appearance-panels.tsx'
import { AppearancePreview } from './appearance/appearance-preview.tsx'
import { ModelPanel } from './model-panel.tsx'
import { PersonaPanel, WordsPanel } from './persona-panels.tsx'
import { Playground } from './playground/playground.tsx'
import { HandOverPanel, NeverPanel, PacePanel, SynonymsPanel } from './rule-panels.tsx'
import { SaveBar } from './save-bar.tsx'
import { AccuracyPanel } from './accuracy/accuracy-panel.tsx'
import { TagsPanel } from './tags-panel.tsx'

export function Editor({ saved }: { saved: BotSettings }) {
  const texts = useTexts(configurationTexts)
  const online = useOnline()
  const wide = useMedia('(min-width: 1100px)')
  const form = useRef<HTMLDivElement>(null)
  const [changes, setChanges] = useState<SettingsChange>({})
  const phone = useMedia('(max-width: 767px)')
  const { tab, choose } = useConfigurationTab(phone)
  const [view, setView] = useState<'settings' | 'try'>('settings')
  const { busy, problem, setProblem, perform } = useAction()

  // Drops saved changes, so that later changes from elsewhere show.
  const [known, setKnown] = useState(saved)
  if (known !== saved) {
    setKnown(saved)
    setChanges(realChanges(saved, changes))
  }

  const real = realChanges(saved, changes)
  const settings = { ...saved, ...real } as BotSettings
  const problems = problemsOf(settings, texts)
  const changed = Object.keys(real).length > 0
  const draft: Draft = {
    settings,
    problems,
    set(change) {
      setProblem(undefined)
      setChanges(before => ({ ...before, ...change }))
    },
  }

  async function save() {
    if (hasProblems(problems)) {
      setProblem(texts.mend)
      setView('settings')
      choose(problems.name ? 'voice' : problems.colour ? 'look' : 'hours')
      return requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus())
    }
    await perform(async () => {
      const stored = await sendTried(confirm => call('PUT /api/v1/bot/settings', { body: { ...real, confirm } }))
      if (stored) showToast(texts.saved)
    })
  }

  const looks = tab === 'look'
  const beside = tab !== undefined && tab !== 'phrases'
  return (
    <>
      <ConfigurationTabs phone={phone} tab={tab} settings={settings} />
      {!wide && beside && (
        <div className="configuration-tabs">
          <SegmentedControl
            label={texts.tabsLabel}
            value={view}
            options={[
              { value: 'settings', text: texts.tabSettings },
              { value: 'try', text: looks ? texts.tabPreview : texts.tabTry },
            ]}
            onChoose={setView}
          />
        </div>
      )}
      <div className={beside ? 'configuration' : 'configuration configuration-alone'}>
        <div className="configuration-form" ref={form} hidden={beside && !wide && view !== 'settings'}>
          <Panels tab={tab} draft={draft} />
        </div>
        {looks ? (
          <AppearancePreview hidden={!wide && view !== 'try'} settings={settings} changed={changed} />
        ) : (
          <Playground hidden={!beside || (!wide && view !== 'try')} changes={real} valid={!hasProblems(problems)} />
        )}
      </div>
      {changed && (
        <SaveBar changes={real} busy={busy} onUndo={() => setChanges({})} onSave={() => void save()}>
          {problem && <Notice tone="bad">{problem}</Notice>}
          {!online && <Notice>{texts.offline}</Notice>}
        </SaveBar>
      )}
      <LeaveGuard active={changed} />
    </>
  )
}

function Panels({ tab, draft }: { tab: ConfigurationTab | undefined; draft: Draft }) {
  switch (tab) {
    case 'voice':
      return (
        <>
          <PersonaPanel {...draft} />
          <WordsPanel {...draft} />
          <PacePanel {...draft} />
        </>
      )
    case 'people':
      return (
        <>
          <AccuracyPanel {...draft} />
          <HandOverPanel {...draft} />
          <NeverPanel {...draft} />
        </>
      )
    case 'hours':
      return <HoursPanel {...draft} />
    case 'look':
      return <AppearancePanels {...draft} />
    case 'phrases':
      return (
        <>
          <CannedPanel />
          <TagsPanel />
        </>
      )
    case 'advanced':
      return (
        <>
          <SynonymsPanel {...draft} />
          <ModelPanel task="reply" />
          <ModelPanel task="search" />
        </>
      )
    case undefined:
      return null
  }
}

import { useEffect, useMemo, useRef } from 'react'
import { useNavigate } from 'react-router'
import { dashboardTexts } from '#shared/texts/dashboard/dashboard-texts.ts'
import { paletteTexts } from '#shared/texts/dashboard/palette-texts.ts'
import { useCurrentWorkspace } from '#web/data/current-workspace.tsx'
import { useLanguage, useTexts } from '#web/data/language.tsx'
import { useBotSwitch } from '#web/parts/workspace/bot-switch.ts'
import { type Command, useCommands } from '#web/parts/commands/commands.ts'
import { useSignOut } from '#web/parts/auth/sign-out.tsx'
import { fill } from '#web/parts/language/texts.ts'
import { useTheme } from '#web/parts/page/theme.ts'
import { groupsFor } from '#web/dashboard/sections.ts'
import { sectionKeys } from './shortcut-keys.ts'

export function useDashboardCommands(openKeys: () => void): void {
  const texts = useTexts(paletteTexts)
  const dashboard = useTexts(dashboardTexts)
  const { role } = useCurrentWorkspace()
  const { language, setLanguage } = useLanguage()
  const { choice, choose } = useTheme()
  const duty = useBotSwitch()
  const navigate = useNavigate()
  const leave = useSignOut()
  const { on, mayChange } = duty
  // A new function on each render; a ref keeps the list from being rebuilt.
  const change = useRef(duty.change)
  useEffect(() => {
    change.current = duty.change
  })

  const commands = useMemo<Command[]>(() => {
    const sections = groupsFor(role).flatMap(group => group.sections)
    const themes = [
      { value: 'light', text: texts.themeLight, icon: 'sun' },
      { value: 'dark', text: texts.themeDark, icon: 'moon' },
      { value: 'system', text: texts.themeSystem, icon: 'monitor' },
    ] as const
    return [
      ...sections.map<Command>(({ name, address, icon }) => ({
        id: `go ${name}`,
        group: 'go',
        text: fill(texts.goTo, { name: dashboard[name] }),
        words: name,
        icon,
        ...(sectionKeys[name] && { keys: sectionKeys[name] }),
        run: () => void navigate(address),
      })),
      ...(mayChange
        ? [
            {
              id: 'duty',
              group: 'do' as const,
              text: on ? texts.pauseAll : texts.resumeAll,
              icon: on ? ('pause' as const) : ('play' as const),
              run: () => change.current(!on),
            },
          ]
        : []),
      {
        id: 'language',
        group: 'do',
        text: language === 'vi' ? texts.toEnglish : texts.toVietnamese,
        words: 'language ngôn ngữ english tiếng anh tiếng việt vietnamese',
        icon: 'languages',
        run: () => setLanguage(language === 'vi' ? 'en' : 'vi'),
      },
      ...themes
        .filter(one => one.value !== choice)
        .map<Command>(({ value, text, icon }) => ({
          id: `theme ${value}`,
          group: 'do',
          text,
          words: 'theme giao diện màu light dark sáng tối',
          icon,
          rare: value === 'system',
          run: () => choose(value),
        })),
      {
        id: 'keys',
        group: 'do',
        text: texts.keys,
        words: 'shortcuts phím tắt help',
        icon: 'keyboard',
        keys: '?',
        run: openKeys,
      },
      { id: 'sign-out', group: 'do', text: texts.signOut, words: 'log out', icon: 'log-out', rare: true, run: leave },
    ]
  }, [role, texts, dashboard, language, setLanguage, choice, choose, on, mayChange, navigate, leave, openKeys])
  useCommands(commands)
}

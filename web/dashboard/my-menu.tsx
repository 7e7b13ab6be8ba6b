import { useNavigate } from 'react-router'
import { addresses } from '#shared/addresses.ts'
import { dashboardTexts } from '#shared/texts/dashboard/dashboard-texts.ts'
import { paletteTexts } from '#shared/texts/dashboard/palette-texts.ts'
import { useCurrentWorkspace } from '#web/data/current-workspace.tsx'
import { useLanguage, useTexts } from '#web/data/language.tsx'
import { useSession } from '#web/data/session/session.tsx'
import { Avatar } from '#web/kit/avatar.tsx'
import { Icon } from '#web/kit/icons/icon.tsx'
import { Menu, MenuChoice, MenuItem, MenuLine } from '#web/kit/overlays/menu.tsx'
import { openPalette } from '#web/parts/commands/open-palette.ts'
import { useSignOut } from '#web/parts/auth/sign-out.tsx'
import { useTheme } from '#web/parts/page/theme.ts'
import { usePerson } from '#web/parts/auth/person.ts'

export function MyMenu({ rail }: { rail: boolean }) {
  const texts = useTexts(dashboardTexts)
  const palette = useTexts(paletteTexts)
  const { language, setLanguage } = useLanguage()
  const theme = useTheme()
  const navigate = useNavigate()
  const leave = useSignOut()
  const { role, me } = useCurrentWorkspace()
  const { session } = useSession()
  const person = usePerson()
  const name = me?.name || session?.user.email || ''
  return (
    <Menu
      align="start"
      side={rail ? 'right' : 'top'}
      trigger={
        <button type="button" className="nav-me">
          <Avatar name={name} kind="person" />
          {!rail && (
            <>
              <span className="fill">
                <b className="ell block">{name}</b>
                <span className="muted">{role === 'admin' ? texts.admin : texts.member}</span>
              </span>
              <Icon name="chevrons-up-down" size="sm" />
            </>
          )}
          <span className="unseen">
            {rail && `${name}, `}
            {texts.myMenu}
          </span>
        </button>
      }
    >
      <MenuItem icon="search" onSelect={openPalette}>
        {palette.open}
      </MenuItem>
      <MenuItem icon="circle-user" onSelect={() => void navigate(addresses.account)}>
        {texts.account}
      </MenuItem>
      {person.data?.is_operator && (
        <MenuItem icon="shield-check" onSelect={() => void navigate(addresses.operator)}>
          {texts.operatorDesk}
        </MenuItem>
      )}
      <MenuLine />
      <MenuChoice
        label={texts.language}
        value={language}
        onChoose={setLanguage}
        options={[
          { value: 'vi', text: 'Tiếng Việt', lang: 'vi' },
          { value: 'en', text: 'English', lang: 'en' },
        ]}
      />
      <MenuLine />
      <MenuChoice
        label={texts.theme}
        value={theme.choice}
        onChoose={theme.choose}
        options={[
          { value: 'system', text: texts.themeSystem, icon: 'monitor' },
          { value: 'light', text: texts.themeLight, icon: 'sun' },
          { value: 'dark', text: texts.themeDark, icon: 'moon' },
        ]}
      />
      <MenuLine />
      <MenuItem icon="log-out" onSelect={leave}>
        {texts.signOut}
      </MenuItem>
    </Menu>
  )
}

import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type ComponentProps, useState } from 'react'
import { LanguageProvider } from './language.tsx'
import { LiveRowsProvider } from './live/live-rows.tsx'
import { retryRead } from './retry-read.ts'
import { SessionProvider } from './session/session.tsx'

type DataProviderProps = ComponentProps<typeof SessionProvider> & {
  brand: string
}

export function DataProvider({ children, brand, ...session }: DataProviderProps) {
  const [queries] = useState(makeQueries)
  return (
    <QueryClientProvider client={queries}>
      <LanguageProvider brand={brand}>
        <SessionProvider {...session}>
          <LiveRowsProvider>{children}</LiveRowsProvider>
        </SessionProvider>
      </LanguageProvider>
    </QueryClientProvider>
  )
}

function makeQueries(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        gcTime: 300_000,
        refetchOnWindowFocus: false,
        retry: retryRead,
        retryDelay: failures => 500 * 2 ** failures,
      },
      mutations: { retry: false },
    },
  })
}

import type { Platform } from '#platform/platform.ts'

export type SchemaCache<T> = {
  all(platform: Platform): Promise<ReadonlyMap<string, T>>
  /** Reloads for an unknown name, at most once a second. */
  find(platform: Platform, name: string): Promise<T | undefined>
  forget(platform: Platform): void
}

const reloadAfterMs = 1000

type Memory<T> = { loading: Promise<ReadonlyMap<string, T>>; reloadedAt: number }

export function schemaCache<T>(read: (platform: Platform) => Promise<ReadonlyMap<string, T>>): SchemaCache<T> {
  const memories = new WeakMap<Platform, Memory<T>>()
  function load(platform: Platform, reloadedAt = Number.NEGATIVE_INFINITY): Memory<T> {
    const memory = { loading: read(platform), reloadedAt }
    memory.loading.catch(() => {
      if (memories.get(platform) === memory) memories.delete(platform)
    })
    memories.set(platform, memory)
    return memory
  }
  const memoryOf = (platform: Platform) => memories.get(platform) ?? load(platform)
  return {
    all: platform => memoryOf(platform).loading,
    async find(platform, name) {
      const memory = memoryOf(platform)
      const found = (await memory.loading).get(name)
      if (found !== undefined) return found
      const now = performance.now()
      if (memoryOf(platform) === memory && now - memory.reloadedAt > reloadAfterMs) load(platform, now)
      return (await memoryOf(platform).loading).get(name)
    },
    forget: platform => void memories.delete(platform),
  }
}

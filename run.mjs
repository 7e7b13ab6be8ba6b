// Plain JavaScript for Node 20 or newer: installs what is missing, then hands over to the packaged Node 24, which runs TypeScript.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { delimiter, join, relative } from 'node:path'

const root = import.meta.dirname ?? new URL('.', import.meta.url).pathname
const neededNode = 24

/** tools: needs devDependencies. pages: needs the built web and widget. A build has no file. */
const commands = {
  start: { file: 'server/main.ts', pages: true },
  build: { pages: true },
  dev: { file: 'dev/run.ts', pages: true },
  test: { file: 'tests/runner/run.ts', tools: true, pages: true },
  matrix: { file: 'tests/runner/matrix.ts', tools: true, pages: true },
  soak: { file: 'tests/runner/soak.ts', tools: true },
  check: { file: 'tests/runner/check.ts', tools: true },
  rows: { file: 'database/write-generated.ts', tools: true },
  bench: { file: 'benchmarks/run.ts', tools: true },
  eval: { file: 'benchmarks/eval.ts' },
  sen: { file: 'server/commands.ts' },
  sbom: { file: 'dev/list-parts.ts' },
}

/** Their hash is stored with the built pages. */
const pageSources = [
  'web',
  'widget',
  'shared',
  'content',
  'package.json',
  'package-lock.json',
  'tsconfig.base.json',
  'tsconfig.web.json',
]

class Trouble extends Error {}

/** To stderr: programs read the stdout of `sen` and `eval`. */
function note(text) {
  process.stderr.write(`${text}\n`)
}

function readJson(file) {
  try {
    return JSON.parse(readFileSync(join(root, file), 'utf8'))
  } catch {
    return undefined
  }
}

function isInstalled(tools) {
  const wanted = readJson('package-lock.json')?.packages
  const there = readJson('node_modules/.package-lock.json')?.packages
  if (!wanted) throw new Trouble('package-lock.json is missing or broken: clone the repository again.')
  if (!there) return false
  for (const [path, entry] of Object.entries(wanted)) {
    if (path === '' || entry.optional || entry.devOptional) continue
    if (entry.dev && !tools) continue
    if (there[path]?.version !== entry.version) return false
  }
  return packagedNode() !== undefined || isNewEnough(process.version)
}

function install(tools) {
  note('Installing what is missing (npm ci). This takes about a minute.')
  const options = ['ci', '--no-audit', '--no-fund', '--loglevel=error', ...(tools ? ['--include=dev'] : [])]
  // Under `npm start` use npm's own Node: node_modules/.bin may hold another one, about to be replaced.
  const npm = process.env.npm_execpath?.endsWith('.js')
    ? [process.env.npm_node_execpath ?? process.execPath, process.env.npm_execpath]
    : ['npm']
  const result = spawnSync(npm[0], [...npm.slice(1), ...options], { cwd: root, stdio: ['ignore', 2, 2] })
  if (result.error?.code === 'ENOENT')
    throw new Trouble('npm was not found. Install Node 20 or newer together with npm.')
  if (result.status !== 0) throw new Trouble('npm ci failed (see above). Is the network reachable?')
}

function isNewEnough(version) {
  return Number(version.replace('v', '').split('.')[0]) >= neededNode
}

function packagedNode() {
  const file = join(root, 'node_modules/.bin/node')
  if (!existsSync(file)) return undefined
  const result = spawnSync(file, ['--version'], { encoding: 'utf8' })
  return result.status === 0 && isNewEnough(result.stdout) ? file : undefined
}

function findNode() {
  if (isNewEnough(process.version)) return process.execPath
  const packaged = packagedNode()
  if (packaged) return packaged
  throw new Trouble(
    `Node ${neededNode} is needed; this is ${process.version}, and there is no packaged one for ${process.platform}-${process.arch}. Install Node ${neededNode}.`,
  )
}

function hashPages() {
  const hash = createHash('sha256')
  function add(path) {
    const full = join(root, path)
    if (!existsSync(full)) return
    let entries
    try {
      entries = readdirSync(full, { withFileTypes: true })
    } catch {
      hash.update(`${path}\0`).update(readFileSync(full))
      return
    }
    for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
      if (!/\.test\.tsx?$/.test(entry.name)) add(relative(root, join(full, entry.name)))
    }
  }
  for (const path of pageSources) add(path)
  return hash.digest('hex')
}

function buildPages(node) {
  if (!existsSync(join(root, 'web/build.ts'))) return
  const stamp = join(root, 'built/stamp')
  const hash = hashPages()
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === hash) return
  note('Building the pages.')
  rmSync(stamp, { force: true })
  const result = spawnSync(node, [join(root, 'web/build.ts')], {
    cwd: root,
    stdio: ['ignore', 2, 2],
    env: environmentFor(node),
  })
  if (result.status !== 0) throw new Trouble('The pages could not be built (see above).')
  mkdirSync(join(root, 'built'), { recursive: true })
  writeFileSync(stamp, hash)
}

/** Child processes named `node` use the same Node and its compile cache. */
function environmentFor(node) {
  return {
    NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/sen/code'),
    ...process.env,
    PATH: [join(node, '..'), process.env.PATH].filter(Boolean).join(delimiter),
  }
}

/** The IPC channel closes if this process is killed: a server then stops as at SIGTERM. */
function hand(node, file, rest) {
  const child = spawn(node, [join(root, file), ...rest], {
    cwd: root,
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: environmentFor(node),
  })
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  child.on('error', error => {
    note(`${node} could not be started (${error.code}).`)
    process.exit(1)
  })
  child.on('exit', (code, signal) => {
    if (signal) note(`The program was ended by ${signal}.`)
    process.exit(code ?? 1)
  })
}

function main() {
  const [name = '', ...rest] = process.argv.slice(2)
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (!command) throw new Trouble(`Unknown command "${name}". One of: ${Object.keys(commands).join(', ')}.`)
  if (Number(process.versions.node.split('.')[0]) < 20)
    throw new Trouble(`Node 20 or newer is needed; this is ${process.version}.`)
  if (!isInstalled(command.tools)) install(command.tools)
  const node = findNode()
  if (command.pages) buildPages(node)
  if (command.file) hand(node, command.file, rest)
}

try {
  main()
} catch (error) {
  note(error instanceof Trouble ? error.message : `${error.stack}`)
  process.exitCode = 1
}

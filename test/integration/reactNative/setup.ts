import { beforeEach } from 'vitest'

// What the suites say of other runtimes, and React Native cannot do. Each of these has to fail there: what begins to
// pass is an error, and is taken out of this list.
const BEYOND: Readonly<Record<string, readonly [file: string, tests: RegExp][]>> = {
  'bodies are no streams': [
    ['bodies', /a stream is sent as it comes/],
    ['callersMistakes', /an upload whose connection breaks/],
    ['content', /as a stream/],
    ['retry', /is no stream/],
    [
      'semantics',
      /^the (options of a RestEndpoint content|steps of a RestEndpoint onDownloadProgress)/,
    ],
  ],
  'a signal has no reason, and no static members': [
    ['requestInit', /gives the reason that was given/],
    ['retry', /ends with the signal of the call/],
    ['semantics', /options of a RestEndpoint signal/],
    ['timeout', /needs no `AbortSignal.any`/],
  ],
  'a failed request has no cause': [
    ['badAnswers', /a redirect that leads to itself/],
    [
      'callersMistakes',
      /^a request that cannot be sent .*(onnection|keep-alive|encoding|upgrade|expect|length|was shown)$/,
    ],
  ],
  'an address has no parts, so only plain ones are known to be safe': [
    ['badCalls', /fetch cannot reach with credentials/],
    ['hosts', /" gives (?!https?:\/\/[\w.:-]+\/|\/(?!\/))|https\\\\:.* gives/],
    ['hosts', /are refused from a `url` of the endpoint/],
  ],
  'search parameters write a space as %20, and read no text': [
    ['bodies', /passed on as it is: search parameters/],
    ['searchParams', /sorted by name$/],
    ['writtenFields', /of search parameters/],
  ],
  'a file of a form is plain data': [['identity', /two searches are two/]],
}

const beyond = Object.values(BEYOND).flat()

beforeEach(({ task }) => {
  const [, file = ''] = /([^/]+)\.test\.ts$/.exec(task.file.name) ?? []
  const name = task.fullTestName.replaceAll(' > ', ' ')
  if (beyond.some(([other, tests]) => other === file && tests.test(name)))
    Object.assign(task, { fails: true })
})

import { beforeEach } from 'vitest'

// What the suites say of other runtimes, and React Native cannot do. Each of these has to fail there: what begins to
// pass is an error, and is taken out of this list.
const BEYOND: Readonly<Record<string, readonly [file: string, tests: RegExp][]>> = {
  'bodies are no streams': [
    ['bodies', /a body that is a stream/],
    ['errorData', /is absent if the body breaks off/],
    ['content', /stream gives a ReadableStream/],
    ['retry', /has no stream as its body/],
    ['semantics', /^the options of a RestEndpoint content/],
  ],
  'a signal has no reason, and no static members': [
    ['requestInit', /rejects with the reason of the signal/],
    ['retry', /ends when the signal of the call aborts/],
    ['semantics', /options of a RestEndpoint signal/],
    ['timeout', /works without `AbortSignal.any`/],
  ],
  'an address has no parts, so its host is not checked': [
    ['badCalls', /throws an error instead of naming a host/],
    ['hosts', /throws an error$|^a getter for urlPrefix|^credentials .*hunt[/?]er2/],
  ],
  'search parameters write a space as %20, and read no text': [
    ['bodies', /passed to fetch unchanged: search parameters/],
    ['searchParams', /sorted by name$/],
    ['writtenFields', /of the body: search parameters/],
  ],
  'a file of a form is plain data': [['identity', /cannot contain a file/]],
}

const beyond = Object.values(BEYOND).flat()

beforeEach(({ task }) => {
  const [, file = ''] = /([^/]+)\.test\.ts$/.exec(task.file.name) ?? []
  const name = task.fullTestName.replaceAll(' > ', ' ')
  if (beyond.some(([other, tests]) => other === file && tests.test(name)))
    Object.assign(task, { fails: true })
})

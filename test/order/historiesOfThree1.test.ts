import { stateHistoriesOfThree } from './support/stateHistoriesOfThree'

stateHistoriesOfThree(0, [63_885, 19_709], [963, 977])

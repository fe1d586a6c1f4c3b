import { stateHistoriesOfThree } from './support/stateHistoriesOfThree'

stateHistoriesOfThree(1, [37_232, 9_844], [1_482, 892])

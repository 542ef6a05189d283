/** What `npm run evaluate -- --help` prints. */
export const HELP = `npm run evaluate -- [options]

  --benchmark DIR|ZIP|sample   the questions; default: sample
  --benchmark rexsonovqa       from its authors' repository at the commit of the published results; kept in the profile
  --benchmark OWNER/NAME@REF   from any public repository of the same layout
  --mirror URL                 where the files of rexsonovqa are fetched from, asked in turn; may be given several times
  --videos DIR                 the source videos
  --provider NAME              openai-compatible (default), gemini, openai, qwen, seed, openrouter, anthropic or baseline
  --model ID                   the model's id, or the baseline's name, such as shortest-option
  --base-url URL               the endpoint, without a slash at its end
  --parameter NAME=VALUE       one of the call's parameters; may be given several times
  --protocol NAME              sonoscore (default) or reference
  --condition NAME             video (default), frames, youtube-uncropped (Gemini only), text-only
                               or options-only
  --option-order NAME          as-printed (default), reference, seeded or circular
  --kinds mcq,free             default: both
  --limit N                    so many questions, spread evenly
  --seed S                     default: 1
  --epochs K                   default: 1
  --judge ID                   judges free answers by this model, at --judge-base-url with --judge-provider (default: the model's own)
  --judge-strict               gives vague answers and lucky guesses at most 1 point; off in the published results
  --cap USD                    stops the run before it can cost more than so many dollars, its judge included
  --price IN,OUT               dollars for a million input and output tokens, which the cap is kept by; default: the service's
                               own, where they are known
  --judge-price IN,OUT         the same of another model that judges
  --import DIR                 calls nobody: reads these results of the authors' scripts or run files, and scores them
  --published all|ID,ID        calls nobody: fetches the results published with rexsonovqa, and scores them
  --batch-out FILE             calls nobody: writes the requests as chat completions, one line each, for a batch service or vLLM's run-batch
  --batch-in FILE              the output of such a file, given with the same --out (or --profile): scores it, and judges
                               free answers where --judge was given, then or now
  --ask-again                  calls the model, or writes requests, also for questions that wait for a batch's output, which is paid
                               twice; else such a command stops before the first call
  --out DIR                    report.json, run.json, answers.csv, upstream.zip, permalink.txt; default: results
  --site URL                   the page that the permalink is for; default: only what stands after its address
  --profile DIR                where the browser keeps runs, for going on; default: OUT/profile
  --port N                     of the page on 127.0.0.1; default: 4174
  --page DIR                   a page that \`npm run build\` made, used as it is; default: builds it

Keys come from the environment: SONOSCORE_KEY for the model, SONOSCORE_JUDGE_KEY for the judge (default: the model's, where both are at
one address). SONOSCORE_RELAY is the address that \`npm run relay\` printed, for Qwen and Seed, which answer no browsers.
A run that stopped goes on when the same command is given again. Exit codes: 0 done, 1 failed (also where no call was answered),
2 wrongly called, 3 stopped.`;

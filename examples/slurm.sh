#!/bin/sh
# Plays an arena as an array job of Slurm; a second job merges the reports of its tasks:
#
#   job=$(sbatch --parsable examples/slurm.sh)
#   sbatch --dependency=afterok:"$job" --array=0 examples/slurm.sh merge
#
# A task that has written its report is not played again, so the same commands go on with what a failure has left.
#
#SBATCH --job-name=hule
#SBATCH --array=0-99
#SBATCH --cpus-per-task=4
set -eu

players=${PLAYERS:-search useful} # names without spaces
games_a_deck=${GAMES_A_DECK:-6}   # of two players; four play 4, and N in a round robin 3 * N * (N - 1)
decks=${DECKS:-100000}
tasks=${TASKS:-100}               # as many as --array has
seed=${SEED:-0}
parts=${PARTS:-hule-parts}        # a folder that all nodes share

refuse() {
    printf 'slurm.sh: %s\n' "$1" >&2
    exit 2
}

[ "$tasks" -le "$decks" ] || refuse "expected at least as many decks as tasks; they are $decks and $tasks"
# Parts of other settings are not mixed with these.
settings="$players: $decks decks of seed $seed in $tasks tasks"
mkdir -p "$parts"
if [ ! -e "$parts/settings" ]; then
    printf '%s\n' "$settings" > "$parts/settings.$$"
    mv "$parts/settings.$$" "$parts/settings"
fi
found=$(cat "$parts/settings")
[ "$found" = "$settings" ] || refuse "$parts has parts of other settings ($found); choose another folder by PARTS"

if [ "${1:-}" = merge ]; then
    set --
    task=0
    while [ "$task" -lt "$tasks" ]; do
        set -- "$@" "$parts/$task.json"
        task=$((task + 1))
    done
    exec hule merge "$@" --json "$parts/whole.json"
fi

task=$SLURM_ARRAY_TASK_ID
[ "$task" -lt "$tasks" ] || refuse "there is no task $task; TASKS is $tasks"
first=$((decks * task / tasks))
share=$((decks * (task + 1) / tasks - first))
part=$parts/$task.json
[ ! -e "$part" ] || exit 0
# The names are separate words.
# shellcheck disable=SC2086
hule arena $players --seed "$seed" --first "$first" -n $((share * games_a_deck)) -j "${SLURM_CPUS_PER_TASK:-1}" --json > "$part.new"
# An arena that was stopped has a report of fewer decks.
grep -q "^  \"decks\": $share,\$" "$part.new" || refuse "task $task did not play $share decks; is GAMES_A_DECK right?"
mv "$part.new" "$part"

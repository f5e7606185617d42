#!/bin/sh
# Judges submissions on Slurm: each task of the array judges one shard. Run it in a directory
# that all nodes see:
#   mkdir -p shards
#   sbatch --array=1-12 slurm.sh class/ --suite hidden
#   mousetrap report merge shards/*.jsonl --output all.html --output all.json
# If a node fails, Slurm starts the task again, and it continues from its log.
#SBATCH --job-name=mousetrap
#SBATCH --array=1-12
#SBATCH --requeue
#SBATCH --open-mode=append
# Judging needs its own cores.
#SBATCH --cpus-per-task=2
# Enough for the memory limits of two runs in any language.
#SBATCH --mem=6G
#SBATCH --output=shards/%a.out

exec mousetrap judge "$@" --shard "$SLURM_ARRAY_TASK_ID/$SLURM_ARRAY_TASK_COUNT" \
    --jobs "$SLURM_CPUS_PER_TASK" --resume --output "shards/$SLURM_ARRAY_TASK_ID.jsonl"

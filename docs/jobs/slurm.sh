#!/bin/sh
# Judges submissions on Slurm: each task of the array judges one shard. Run this script in
# a directory that all nodes can access:
#   mkdir -p shards
#   sbatch --array=1-12 slurm.sh class/ --suite hidden
#   mousetrap report merge shards/*.jsonl --output all.html --output all.json
# If a node fails, Slurm restarts the task, which continues from its log.
#SBATCH --job-name=mousetrap
#SBATCH --array=1-12
#SBATCH --requeue
#SBATCH --open-mode=append
# Judging needs cores that no other task uses.
#SBATCH --cpus-per-task=2
# This memory is enough for two runs at the memory limit in any language.
#SBATCH --mem=6G
#SBATCH --output=shards/%a.out

exec mousetrap judge "$@" --shard "$SLURM_ARRAY_TASK_ID/$SLURM_ARRAY_TASK_COUNT" \
    --jobs "$SLURM_CPUS_PER_TASK" --resume --output "shards/$SLURM_ARRAY_TASK_ID.jsonl"
